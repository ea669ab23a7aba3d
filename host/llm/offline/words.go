package offline

import (
	"strconv"
	"strings"
)

// The words of a language stand in this file and in verbs.go and nowhere else,
// so that another language is another set of tables.

// sameWords lists words that mean the same on forms; the first of a line stands
// for all. Several words that are one (last name) are joined before matching.
const sameWords = `
email, e-mail, e mail, mail, email address, e-mail address, mail address
phone, telephone, tel, mobile, cell, cellphone, phone number, telephone number, mobile number, phone no, handy, mobile phone
postcode, post code, postal code, zip, zip code, zipcode, plz
quantity, qty, amount of items, how many, number of items, count
firstname, first name, given name, forename, christian name
lastname, last name, surname, family name
username, user name, user, user id, userid, login name, login id, account name
password, passphrase, pass word, pwd, passcode
street, address line, street and number, street name
city, town
country, nation
company, organisation, organization, firm, employer
birthdate, date of birth, birth date, dob, birthday
coupon, voucher, promo code, promo, promotion code, discount code, coupon code, voucher code, gift code
cvc, cvv, security code, card verification
comment, comments, remark, remarks, note, notes, annotation
message, msg
shipping, delivery, shipment, dispatch
arrival, arrive, check-in, check in, checkin, arriving
departure, leave, leaving, departing, depart, outbound
checkout, check-out
return, returning, inbound
adult, grown-up, grown up
child, children, kid, kids
person, people, persons
term, terms, terms and conditions, conditions, terms of service, terms of use, t&c
agree, accept, consent
newsletter, news letter
login, log in, log on, sign in, signin, logon
logout, log out, sign out, signout
signup, sign up, register, registration, create account, create an account
cart, basket, bag of shopping, shopping cart, shopping basket
number, no, nr, num, №
id, identifier
color, colour
theme, appearance
favorite, favourite
website, web site, homepage, home page
price, cost, fee, charge, rate
identity, identification
reference, ref
picture, photo, image, avatar
gender, sex
zone, timezone, time zone
remember, stay signed in, keep me signed in, keep me logged in, stay logged in
notification, notifications
description
salutation, form of address
request, wish
subject, topic
reason, why
monday, mon
tuesday, tue, tues
wednesday, wed
thursday, thu, thurs
friday, fri
saturday, sat
title, headline
total, sum, grand total, amount due, total price
begin, start, from date, start date
end, finish, end date, to date
place, location, venue
author, writer, byline
`

// Words that say little. Those of noWords are left out of matching altogether,
// those of weakWords count a quarter, those of halfWords two fifths.
const (
	noWords   = `a an the my your our his her its their this that these those please of in on at to for with as by is am are be it and or i me we you do so some any into onto from under up out now can could would should does did do has have had there need needs also per will`
	weakWords = `full field box input area button link option checkbox tick tickbox radio dropdown menu list drop down select choose enter type your new current customer contact personal own here value form page menu one item entry valid optional required whole complete user's switch toggle setting line text textbox tab`
	halfWords = `date time number address id code name details info information day method plan mode level kind type`
)

// fieldWords are names that fields often have; a label that the page does not
// have is known as one by them, and not taken for part of a value.
const fieldWords = `name firstname lastname nickname email phone postcode quantity username password street city country company birthdate coupon cvc comment message subject address state province region county title age gender website url colour color size date time guest room adult child seat budget salary job position department house apartment iban card language currency fax bio reason reference captcha pin middle salutation arrival departure return checkout height weight rating vehicle licence license account`

// numberWords are small numbers in words.
const numberWords = `zero one two three four five six seven eight nine ten eleven twelve`

// What pages say while something is on its way: whole lines, words of a line
// that ends in dots, and words that say it alone.
var (
	waitPhrases = phraseSet("please wait", "just a moment", "one moment", "one moment please", "just a moment please", "hold on", "please hold on", "working on it", "bear with us")
	longestWait = 4
	waitWords   = wordSet("wait moment second")
	comingWords = wordSet("loading saving searching sending submitting processing updating")
)

// ordinals count from 1; last is -1.
var ordinals = map[string]int{
	"first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4, "fifth": 5, "5th": 5,
	"sixth": 6, "6th": 6, "seventh": 7, "7th": 7, "eighth": 8, "8th": 8, "ninth": 9, "9th": 9, "tenth": 10, "10th": 10,
	"last": -1, "top": 1, "bottom": -1,
}

// ordinal is the place that a word names, 0 for none: “third”, “12th”.
func ordinal(word string) int {
	word = strings.ToLower(word)
	if n, ok := ordinals[word]; ok {
		return n
	}
	n, err := strconv.Atoi(strings.TrimRight(word, "stndrh"))
	if err != nil {
		return 0
	}
	return n
}

var (
	yesWords = wordSet("yes y true on tick ticked check checked enable enabled active activated agree accept accepted 是 对 勾选 开 开启 打开 启用 同意 需要 要")
	offWords = wordSet("no n false off untick unticked uncheck unchecked disable disabled inactive none 否 不 关 关闭 取消 不勾选 禁用 不需要 不要")
)

// submitWords name buttons that send a form when a person says no more than
// "submit".
const submitWords = `submit send order save confirm continue next apply ok finish done book reserve register signup login search buy pay place go update subscribe join checkout create post publish request proceed`

func phraseSet(list ...string) map[string]bool {
	set := map[string]bool{}
	for _, p := range list {
		set[p] = true
	}
	return set
}

func wordSet(list string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(list) {
		set[w] = true
	}
	return set
}
