package browsertest_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"github.com/margay/margay/protocol/pagescript"
)

var closedButton = regexp.MustCompile(`button "Closed root button" \[ref=(\w+)\]`)

// closedShadowRoot: what stands in a closed shadow root is listed, and a press
// reaches it. Only an extension's world can open such a root.
func closedShadowRoot(e env) {
	if strings.Contains(e.Name(), "/direct/") {
		e.Skip("the browser opens closed roots for extensions only")
	}
	e.open("/shadow-nested.html")
	document := e.top()
	var shown pagescript.SnapshotResult
	e.look(document, pagescript.Snapshot.Name, pagescript.SnapshotArgs{}, &shown)
	found := closedButton.FindStringSubmatch(shown.Text)
	if found == nil {
		e.Fatalf("the button of the closed root is not in:\n%s", shown.Text)
	}
	var at pagescript.AimResult
	e.look(document, pagescript.Aim.Name, pagescript.AimArgs{Ref: found[1], Guard: true}, &at)
	if at.Problem != "" {
		e.Fatalf("it cannot be pressed: %s", at.Problem)
	}
	press := func(kind string, buttons int) string {
		return fmt.Sprintf(`{"type":%q,"x":%f,"y":%f,"button":"left","buttons":%d,"clickCount":1}`, kind, at.X, at.Y, buttons)
	}
	_, err := e.b.CDP(e.ctx(), e.tab, true, raw("Emulation.setFocusEmulationEnabled", `{"enabled":true}`),
		raw("Input.dispatchMouseEvent", press("mousePressed", 1)), raw("Input.dispatchMouseEvent", press("mouseReleased", 0)))
	e.ok(err)
	var pressed pagescript.LandedResult
	e.look(document, pagescript.Landed.Name, pagescript.LocateArgs{Ref: found[1]}, &pressed)
	if pressed.Landed != pagescript.OnTarget {
		e.Errorf("the press landed %s", pressed.Landed)
	}
	if got := e.evaluate("result.textContent"); got != "closed:clicked" {
		e.Errorf("the page says %q", got)
	}
}

// look calls the page script and reads its answer.
func (e env) look(document, name string, args, result any) {
	e.Helper()
	raw, err := e.b.Page(e.ctx(), e.tab, document, name, args, false)
	e.ok(err)
	e.ok(json.Unmarshal(raw, result))
}
