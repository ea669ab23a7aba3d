package offline_test

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/margay/margay/protocol/chat"
)

// errandTools are those that act on the browser rather than on the page.
var errandTools = []string{"screenshot", "scroll", "wait_for", "open_tab", "close_tab", "activate_tab", "press_key"}

// errand carries out a tool of the browser as tools/README.md says that it answers,
// and notes it. ok is false for other tools.
func (s *sim) errand(tool, arguments string) (status chat.CallStatus, text string, ok bool) {
	var a struct {
		Text, Gone, URL, Ref, Direction, Keys string
		Ms, Tab                               int
		FullPage                              bool `json:"full_page"`
	}
	_ = json.Unmarshal([]byte(arguments), &a)
	switch tool {
	case "screenshot":
		text = "A screenshot of tab 1, 1280 × 720."
	case "scroll":
		if text = "Scrolled the page down by 620 px; 1,840 px are left below."; a.Direction == "top" {
			text = "The page is at its end already; nothing was scrolled."
		}
	case "wait_for":
		switch {
		case a.Ms > 0:
			text = "Waited 2 s."
		case a.Text != "" && !strings.Contains(s.snapshot(), a.Text):
			s.errands = append(s.errands, tool+" "+arguments)
			return chat.CallError, fmt.Sprintf("The text %s did not come within 30 s.", quote(a.Text)), true
		case a.Gone != "" && strings.Contains(s.snapshot(), a.Gone):
			s.errands = append(s.errands, tool+" "+arguments)
			return chat.CallError, fmt.Sprintf("The text %s is still there after 30 s.", quote(a.Gone)), true
		default:
			text = fmt.Sprintf("The text %s is there after 0.1 s.", quote(a.Text+a.Gone))
		}
	case "open_tab":
		if _, there := s.site[a.URL]; !there {
			return chat.CallError, "The page could not be loaded: net::ERR_NAME_NOT_RESOLVED. No tab was left.", true
		}
		s.goTo(a.URL)
		text = fmt.Sprintf("Opened tab 4 at %s (title %s).", s.url, quote(s.doc.title))
	case "close_tab":
		text = "Closed tab 1. You have no tab now; open_tab opens one."
	case "activate_tab":
		text = fmt.Sprintf("Tab %d is in front.", a.Tab)
	case "press_key":
		text = fmt.Sprintf("Pressed %s.", a.Keys)
	default:
		return "", "", false
	}
	s.errands = append(s.errands, tool+" "+arguments)
	return chat.CallCompleted, text, true
}
