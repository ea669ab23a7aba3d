package act_test

import (
	"fmt"
	"strings"
	"time"
)

// settled waits until the snapshot shows all of the words: frames come when
// they come. It asks again at once, as the browser's own pace allows.
func (w *world) settled(words ...string) {
	w.Helper()
	deadline := time.Now().Add(20 * time.Second)
	for {
		text := w.snapshot()
		missing := ""
		for _, word := range words {
			if !strings.Contains(text, word) {
				missing = word
			}
		}
		if missing == "" {
			return
		}
		if time.Now().After(deadline) {
			w.Fatalf("%s never came:\n%s", missing, text)
		}
	}
}

// comes waits until the page says what it shall.
func (w *world) comes(want string) {
	w.Helper()
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); {
		if w.result() == want {
			return
		}
	}
	w.says(want)
}

// refLines are the names in lines that have a ref.
func refLines(text string) []string {
	var names []string
	for _, line := range strings.Split(text, "\n") {
		if refOf.MatchString(line) {
			if parts := strings.SplitN(line, `"`, 3); len(parts) == 3 {
				names = append(names, parts[1])
			}
		}
	}
	return names
}

func containsWord(text, word string) bool { return strings.Contains(text, word) }

func staleRefs(w *world) {
	w.refused("click", map[string]any{"ref": "e1"}, "no tab yet")
	w.open("/order.html")
	w.refused("click", map[string]any{"ref": "e1"}, "not read tab")
	ref := w.ref(`button "Order"`)
	w.refused("click", map[string]any{"ref": "Order"}, "is no ref")
	w.refused("click", map[string]any{"ref": "e99999"}, "e99999")
	w.open("/terms.html")
	w.refused("click", map[string]any{"ref": ref}, ref+" is from another page")
	w.refused("click", map[string]any{"ref": "f9e1"}, "frame that f9e1 was in is gone")
}

func tabNumbers(w *world) {
	w.open("/terms.html")
	id := w.pages.Current(w.run)
	contains(w.T, w.must("list_tabs", nil), fmt.Sprintf(`- tab %d "Terms" url="%s/terms.html"`, id, w.site.URL))
	place, err := w.reg.Tab(id)
	if err != nil {
		w.Fatal(err)
	}
	if err := place.Transport.CloseTab(w.Context(), place.Native); err != nil {
		w.Fatal(err)
	}
	// Until the browser has announced it, the tab itself says that it is gone.
	for w.refused("snapshot", nil, "gone"); err == nil; _, err = w.reg.Tab(id) {
		if w.Context().Err() != nil {
			w.Fatal("the browser does not say that a tab was closed")
		}
	}
	w.refused("snapshot", nil, fmt.Sprintf("Tab %d", id), "closed")
	w.refused("snapshot", map[string]any{"tab": 4711}, "There is no tab 4711")
}

func dialogs(w *world) {
	w.open("/dialogs.html")
	text := w.click(`button "Confirm delete"`)
	contains(w.T, text, `Clicked button "Confirm delete". A confirm dialog opened: "Delete 3 files?".`)
	w.refused("snapshot", nil, `confirm dialog open: "Delete 3 files?"`, "handle_dialog")
	contains(w.T, w.must("handle_dialog", map[string]any{"accept": false}), `Dismissed the confirm dialog "Delete 3 files?".`)
	w.says("confirm=false")

	w.click(`button "Prompt"`)
	w.must("handle_dialog", map[string]any{"accept": true, "text": "new"})
	w.says("confirm=false | prompt=new")

	w.click(`button "Two in a row"`)
	w.refused("snapshot", nil, `has an alert dialog open: "one"`)
	contains(w.T, w.must("handle_dialog", map[string]any{"accept": true}), `Accepted the alert dialog "one". An alert dialog opened: "two".`)
	w.must("handle_dialog", map[string]any{"accept": true})
	w.says("confirm=false | prompt=new | both done")
	w.refused("handle_dialog", map[string]any{"accept": true}, "no dialog open")
	w.click(`button "No dialog"`)
	w.says("confirm=false | prompt=new | both done | plain")
}

// news: what happens after the answer is told by the next call.
func news(w *world) {
	w.open("/dialogs.html")
	w.click(`button "Alert in a second"`)
	deadline := time.Now().Add(20 * time.Second)
	for {
		_, err := w.try("snapshot", nil)
		if err != nil {
			contains(w.T, err.Error(), `alert dialog open: "From a timer"`)
			break
		}
		if time.Now().After(deadline) {
			w.Fatal("the dialog of the timer was never told")
		}
	}
	w.must("handle_dialog", map[string]any{"accept": true})
	w.says("armed | timer done")
}
