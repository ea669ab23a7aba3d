package offline_test

import (
	"encoding/json"
	"testing"
	"unicode/utf8"

	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/host/llm/llmtest"
	"github.com/margay/margay/host/llm/offline"
	"github.com/margay/margay/protocol/chat"
)

// respond plays rounds in which every call gets the same text, and checks what
// holds whatever the text is: calls of tools that are offered with sound
// arguments, an end, words that can be shown.
func respond(t *testing.T, prompt, result string) {
	t.Helper()
	req := llm.Request{Messages: []chat.Message{llmtest.User(prompt)}, Tools: toolList()}
	for round := 0; round < 200; round++ {
		got, err := llmtest.Collect(t.Context(), offline.New(), req)
		if err != nil {
			t.Fatal(err)
		}
		if utf8.ValidString(prompt) && utf8.ValidString(result) && !utf8.ValidString(got.Text()) {
			t.Fatalf("not valid UTF-8: %q", got.Text())
		}
		if len(got.Calls) == 0 {
			if got.Text() == "" {
				t.Fatal("no words and no calls")
			}
			return
		}
		results := make([]string, len(got.Calls))
		for i, c := range got.Calls {
			if !json.Valid([]byte(c.Arguments)) {
				t.Fatalf("arguments %q", c.Arguments)
			}
			results[i] = result
		}
		req.Messages = append(req.Messages, llmtest.Round(got.Reply, results...))
	}
	t.Fatalf("no end after 200 rounds")
}

// FuzzPrompt reads any prompt on a real page.
func FuzzPrompt(f *testing.F) {
	page := newSim(base+"/checkout", world()).snapshot()
	for _, tr := range trials {
		f.Add(tr.prompt)
	}
	f.Add("“„'\"`:=,, and and then: tab 9999999999999999999 http://")
	f.Add("aApplyA ")
	f.Add("\x80\x9e'\"o:\x80\xff\xff\xffani and then:")
	f.Add("İİİİİİİİ: ȺȺȺȺȺȺ and İthen: İİİİ AND x: y, ȺȺȺȺȺȺ please")
	f.Add("press ȺȺȺȺȺȺȺȺ please")
	f.Add("1. In a form, in b, under the c form: 2. press in the d field, e")
	f.Fuzz(func(t *testing.T, prompt string) {
		if len(prompt) > 2000 {
			t.Skip()
		}
		respond(t, prompt, page)
	})
}

// FuzzSnapshot reads any text where a snapshot, or another result, should be.
func FuzzSnapshot(f *testing.F) {
	for name := range world() {
		f.Add(newSim(name, world()).snapshot(), uint8(0))
	}
	f.Add("- row \"a\" \"\" header\n    - button \"x\" [ref=e1] options=\"a\",\"b\",+3 value=\"…+9\"\n- … 2 lines", uint8(1))
	f.Add("Clicked button \"A\". A confirm dialog opened: \"\\\"\". It opened tab 4 (x).\n- button \"Order\" [ref=e1]", uint8(2))
	prompts := []string{
		"fill in name Mira and press Order", "what is the confirmation number and the price of the first result?",
		"press Order, choose Large, tick gift wrap and read the page", "search for x, list the tabs and find y",
	}
	f.Fuzz(func(t *testing.T, result string, n uint8) {
		if len(result) > 4000 {
			t.Skip()
		}
		respond(t, prompts[int(n)%len(prompts)], result)
	})
}

// FuzzChinese reads any prompt on a Chinese page.
func FuzzChinese(f *testing.F) {
	page := newSim(base+"/clinic", map[string]func(s *sim) *doc{base + "/clinic": clinic}).snapshot()
	for _, prompt := range []string{
		"请把就诊人姓名填成张伟，手机号码填13800138000，然后点击提交预约，告诉我预约单号是多少",
		"在备注里输入“不要 辣椒，谢谢”，再在姓名框中填写李雷；勾选同意用户协议并取消勾选接收短信通知",
		"点击李强那一行的挂号，第二行的查看详情，它的挂号费多少钱、职称是什么？有没有“帮助中心”",
		"用账号a@b.example和密码x y登录。给王芳点赞，从科室里选眼科，不要提交！如果超过40元就停",
		"「『《“”》』」：：，，、。；把将在的第十个年月日号半 填写选择 然后然后再后 \x80\xff 请请请",
		"把把把填成填成，在在里里选选，第〇一二三百千万个的的的，姓名：姓名：：姓名为为",
	} {
		f.Add(prompt)
	}
	f.Fuzz(func(t *testing.T, prompt string) {
		if len(prompt) > 400 {
			t.Skip()
		}
		respond(t, prompt, page)
	})
}
