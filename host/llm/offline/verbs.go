package offline

import (
	"strings"
	"sync"
)

// kind says what a step wants.
type kind int

const (
	// unclear steps have no word of command; the page decides what they mean.
	unclear kind = iota
	fill
	choose
	tick
	untick
	press
	open
	read
	find
	search
	tabs
	login
	dialog
	// forbid steps say what must not be done.
	forbid
	// errands are for the browser rather than for the page.
	errandKind
	// unable steps want what this model cannot do.
	unable
)

// commands are words that begin a step, one kind a line. The longest phrase
// that fits wins.
const commands = `
fill: pop, pop in, jot down, switch, adjust, fill in, fill out, fill up, fill, enter, type in, type, write in, write, put in, put, set, change, update, insert, input, key in, use, provide, supply, give, leave, complete, replace, clear, empty, erase, set up, make
choose: choose, select, pick, opt for, switch to, go for, decide for, take, rate it, rate
tick: tick, check off, check, mark, turn on, switch on, enable, activate, accept, agree to, agree with, agree, consent to, opt in to, opt into, opt in, allow, acknowledge, toggle on
untick: untick, un-tick, uncheck, un-check, unselect, deselect, turn off, switch off, disable, deactivate, unmark, opt out of, opt out, toggle off, unsubscribe from, unsubscribe, remove the tick from, remove the check from, clear the checkbox, clear the tick from
press: pre-order, preorder, enquire, press on, press, click on, click, hit, tap on, tap, push, submit, send off, send, save, confirm, continue, proceed, sign up, register, subscribe to, subscribe, book, order, buy, purchase, check out, checkout, add, remove, delete, cancel, apply, publish, post, reply, download, finish, pay, reserve, join, vote, close, dismiss, expand, collapse, hide, reset, start, log out, sign out, request, create, follow, unfollow, like, install, play, approve, reject, decline, toggle, refresh, reload, enrol, enroll, withdraw, renew, borrow, review, archive, unarchive, restore, pin, unpin, star, share, export, import, invite, assign, unassign, resolve, reopen, escalate, watch, unwatch, mute, unmute, block, unblock, flag, transfer, top up, upgrade, downgrade, track, redeem, claim, donate, contact, call, edit, view, preview, duplicate, lock, unlock, launch, stop, pause, resume, check in, reschedule, postpone, mark as, notify, discard, undo, redo, clear all, filter, apply for, vote for, bid, deposit, issue, revoke, ban, unban, connect, disconnect, restart, reboot, test, scan, run, pledge, hold, offer, rent, hire, lend, nominate, sponsor, adopt, dispute, appeal, sign, place the order, place my order, place an order, place order, place your order, ship, dispatch, swap, exchange, refund, reorder, restock, snooze
open: open up, open, go to, go on to, go back to, navigate to, visit, browse to, load, head to, head over to, take me to, bring up, switch to tab, go to tab
read: know, report back, report, tell me, tell, what, what's, whats, give me, show me, show, read out, read, say, get, return, extract, let me know, answer, how much, how many, how long, how, who, whose, when, where, which, note down, note, copy, print, write down, find out, check what, check how, check which, check whether, check if, check that, see what, see whether, see if, verify that, verify whether, verify if, verify, make sure, does, do, did, is, are, was, were, has, have, can, at what, in which, on which, from which, until what, until which, by what, by which, from what, since what, at which, for how many, for how long, by when, until when, since when, from when, state, name, repeat back, quote, look at, look up, determine
find: find, search the page for, search this page for, look for, locate
search: search for, search, look up, look it up, look that up, google
tabs: list all open tabs, list the open tabs, list open tabs, list the tabs, list all tabs, list my tabs, list tabs, list all my tabs, list all the tabs, show the tabs, show my tabs, show me my tabs, show me the tabs, show open tabs, show all tabs, which tabs, what tabs, how many tabs
login: log in, log me in, log on, login, sign in, sign me in, signin, log into, sign into
unable: summarise, summarize, translate, explain, compare, compute, calculate, describe, rewrite, rephrase, analyse, analyze, evaluate, recommend, suggest, draft, compose, think, sort, rank, convert, hover, drag, move, rename, swipe, zoom, upload, attach, go back, go forward, close all, execute, schedule, remind, draw, why
errand: wait, scroll, take a screenshot, make a screenshot, take a full-page screenshot, take another screenshot, screenshot, close the tab, close this tab, close tab, close the current tab
forbid: do not, don't, dont, never, without, leave out, avoid, skip, stop before, stop right before, stop just before, stop short of
`

// fillers are words before a command that say nothing.
const fillers = `please, then, and, also, now, next, finally, lastly, first, firstly, second, secondly, third, thirdly, afterwards, afterward, after that, after this, once done, when done, when you are done, when you're done, once that is done, when that is done, once you are done, just, kindly, can you, could you, would you, will you, i want you to, i would like you to, i'd like you to, i need you to, i want to, i would like to, i'd like to, i need to, you should, you must, make sure to, be sure to, remember to, don't forget to, do not forget to, go ahead and, hey, hi, hello, ok, okay, so, subsequently, but, let's, lets, try to, help me, i want, i'd like, i would like, i need, we want, we need, we'd like, put me down for, in the end, at the end, at last, to finish, to begin, to start, step 1, step 2, step 3, step 4, step 5, on the next page, on the following page, on the new page, on that page, in addition, additionally, as well`

// politeness that may stand at the end of a step.
const endings = `please, thanks, thank you, for me, for me please, too, as well, afterwards`

// asides are beginnings of parts before a comma that set a scene and want
// nothing: “on this page, press Order”.
const asides = `on this page, on the page, on this site, on the site, in this form, in the form, on the form, on this form, in the order form, using the form, with the form, here, on this website, in this tab, in the current tab, there, after that, after this, afterwards, once done, when done, when that is done, once that is done, when you are done, once you are done, when finished, once finished, after submitting, after ordering, after booking, after sending, after saving, after pressing it, after doing so, after logging in, after signing in, once logged in, when logged in, once you are logged in, when you are logged in, once submitted, after searching, when it is done, when the page loads, when the page has loaded, once the page has loaded, once the page is open, once there, then, next, finally, first, hello, hi, hey, good morning, good day, i have a task for you, here is what to do, here are the details, also, and also, oh, well, lastly, one more thing, plus, so, ok, okay, right`

// conditions begin steps that depend on what the page says, which this model
// does not judge.
const conditions = `if, unless, whenever, until, while, as long as, in case, for each, for every, only if, only when, provided that, every time, depending on, repeat until`

type phrase struct {
	text  string
	words []string
	kind  kind
}

var kindNames = map[string]kind{
	"fill": fill, "choose": choose, "tick": tick, "untick": untick, "press": press, "open": open, "read": read, "find": find,
	"search": search, "tabs": tabs, "login": login, "unable": unable, "forbid": forbid, "errand": errandKind,
}

var commandTable = sync.OnceValue(func() []phrase {
	var out []phrase
	for _, line := range strings.Split(strings.TrimSpace(commands), "\n") {
		name, rest, _ := strings.Cut(line, ":")
		out = append(out, phrasesOf(rest, kindNames[name])...)
	}
	return out
})

var (
	fillerTable    = sync.OnceValue(func() []phrase { return phrasesOf(fillers, unclear) })
	endingTable    = sync.OnceValue(func() []phrase { return phrasesOf(endings, unclear) })
	asideTable     = sync.OnceValue(func() []phrase { return phrasesOf(asides, unclear) })
	conditionTable = sync.OnceValue(func() []phrase { return phrasesOf(conditions, unable) })
)

func phrasesOf(list string, k kind) []phrase {
	var out []phrase
	for _, p := range strings.Split(list, ",") {
		p = strings.TrimSpace(p)
		out = append(out, phrase{text: p, words: strings.Fields(p), kind: k})
	}
	return out
}

// leading gives the longest phrase of the table that the text begins with, and
// what follows it.
func leading(text string, table []phrase) (phrase, string, bool) {
	var best phrase
	rest := ""
	for _, p := range table {
		if len(p.text) <= len(best.text) {
			continue
		}
		if after, ok := after(text, p); ok {
			best, rest = p, after
		}
	}
	return best, rest, best.text != ""
}

// after gives what follows a phrase at the beginning of a text. The phrase
// ends where a word does.
func after(text string, p phrase) (string, bool) {
	rest := text
	for i, w := range p.words {
		trimmed := strings.TrimLeft(rest, " \t")
		if i > 0 && len(trimmed) == len(rest) {
			return "", false
		}
		if len(trimmed) < len(w) || !strings.EqualFold(strings.ReplaceAll(trimmed[:len(w)], "’", "'"), w) {
			return "", false
		}
		rest = trimmed[len(w):]
	}
	if rest == "" {
		return "", true
	}
	switch c := rest[0]; {
	case c == ' ', c == '\t', c == '\n', c == ',', c == ';', c == ':', c == '!', c == '?', c == '.', c == '"', c == ')':
		return strings.TrimLeft(rest, " \t"), true
	}
	return "", false
}

// stripLeading takes fillers off the beginning.
func stripLeading(text string) string {
	for {
		text = openedForm.ReplaceAllString(strings.TrimLeft(text, " \t\n,;:.-–—•*!"), "")
		p, rest, ok := leading(text, fillerTable())
		if !ok || countsOnly[p.text] && !introduces(rest) {
			return text
		}
		if strings.TrimSpace(rest) == "" {
			return ""
		}
		text = rest
	}
}

// countsOnly are fillers that are also words of names: “First name”.
var countsOnly = wordSet("first second third next last lastly finally firstly secondly thirdly now just so also try")

// introduces reports whether what follows a counting word is a step of its own.
func introduces(rest string) bool {
	if strings.HasPrefix(rest, ",") || strings.HasPrefix(rest, ":") {
		return true
	}
	p, after, command := leading(rest, commandTable())
	command = command && !nounLike(p, after, rest)
	f, _, filler := leading(rest, fillerTable())
	return command || filler && f.text != "and" && f.text != "or" && !countsOnly[f.text] || isAsideStart(rest)
}

// stripTrailing takes politeness and punctuation off the end.
func stripTrailing(text string) string {
	for {
		text = strings.TrimRight(text, " \t\n,;.")
		cut := false
		lower := lowered(text)
		for _, p := range endingTable() {
			if before, ok := strings.CutSuffix(lower, p.text); ok && (before == "" || strings.ContainsAny(before[len(before)-1:], " ,;")) {
				text, cut = text[:len(before)], true
				break
			}
		}
		if !cut {
			return text
		}
	}
}
