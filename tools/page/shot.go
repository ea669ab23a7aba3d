package page

import (
	"context"
	"fmt"
	"strings"

	"github.com/margay/margay/protocol/chat"
	"github.com/margay/margay/tools"
)

type screenshotArgs struct {
	Ref      string `json:"ref,omitempty" jsonschema:"the ref of an element to show instead of all that is in view; it must be in view"`
	FullPage bool   `json:"full_page,omitempty" jsonschema:"true: the whole page from its top, also what is out of view; small where the page is long"`
	Tab      int    `json:"tab,omitempty" jsonschema:"the tab; left out: the tab you work in"`
}

func screenshot(d Driver, files Files) tools.Tool {
	return tools.Func(reading("screenshot"), func(ctx context.Context, a screenshotArgs, call tools.Call) (tools.Result, error) {
		switch {
		case files == nil:
			return tools.Result{}, tools.Mistake("There is no store here to keep a picture in. Take a snapshot instead.")
		case a.Ref != "" && a.FullPage:
			return tools.Result{}, tools.Mistake("Give either ref or full_page, and not both.")
		}
		p, err := d.Shoot(ctx, at(call, a.Tab), a.Ref, a.FullPage)
		if err != nil {
			return tools.Result{}, err
		}
		block, err := files.PutBlob(ctx, call.Scope.Conversation, p.block(), p.Data)
		if err != nil {
			return tools.Result{}, fmt.Errorf("keep the picture: %w", err)
		}
		text := fmt.Sprintf("A screenshot of %s, %d × %d.", p.Words, p.Width, p.Height)
		if p.Note != "" {
			text += " " + p.Note
		}
		return tools.Result{Text: sentences(p.Since, text), Attachments: []chat.Block{block}}, nil
	})
}

func (p Picture) block() chat.Block {
	kind := strings.TrimPrefix(p.MimeType, "image/")
	return chat.Block{Type: chat.BlockImage, MimeType: p.MimeType, Name: fmt.Sprintf("tab-%d.%s", p.Tab, kind)}
}
