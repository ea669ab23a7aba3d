package e2e_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/margay/margay/host/e2e/rig"
)

// TestPanel_on_a_page_of_the_browser: where a person stands after loading the
// extension, the panel offers nothing that cannot be done there; what it offers
// is done, and on a web page it offers to read that.
func TestPanel_on_a_page_of_the_browser(t *testing.T) {
	t.Parallel()
	ctx := patience(t)
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = fmt.Fprint(w, "<title>Pears</title><h1>Pears of the year</h1>") // the browser asks again where it breaks off
	}))
	t.Cleanup(site.Close)
	r := newRig(t, ordinary, "MARGAY_MODEL=offline")
	page := must[*rig.Page](t)(r.OpenPage(ctx, "chrome://version/"))
	panel := must[*rig.Panel](t)(r.Panel(ctx))
	p := panel.Page
	if err := page.Front(ctx); err != nil {
		t.Fatal(err)
	}
	until(t, ctx, p, `document.querySelector(".empty[data-readable=false]") !== null && document.querySelectorAll(".prompt").length === 2`)

	press(t, ctx, p, ".prompts li:first-child .prompt")
	until(t, ctx, p, `document.querySelector("#composer").value.startsWith("Open https://")`)
	if err := p.Eval(ctx, `(document.querySelector("#composer").value = "", null)`, nil); err != nil {
		t.Fatal(err)
	}
	answer(t, ctx, panel, "Open "+site.URL)
	until(t, ctx, page, `document.title === "Pears"`)
	if shown := must[rig.Shown](t)(panel.Shown(ctx)); strings.Contains(shown.Answer, "Not done") {
		t.Errorf("the panel shows %q", shown.Answer)
	}
	press(t, ctx, p, "#new-chat")
	until(t, ctx, p, `document.querySelector(".empty[data-readable=true]") !== null && document.querySelectorAll(".prompt").length === 3`)
}
