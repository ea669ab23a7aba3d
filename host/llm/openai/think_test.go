package openai_test

import (
	"fmt"
	"testing"

	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/host/llm/openai"
)

// TestThink_tags count at the beginning of an answer only: further on they are what
// the answer speaks of.
func TestThink_tags(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		text, thinking string
		pieces         []string
	}{
		"at_the_start":              {"Hello", "hm", []string{"<think>hm</think>Hello"}},
		"after_blanks":              {"Hello", "hm", []string{"\n ", "<thi", "nk>hm</thi", "nk>Hello"}},
		"called_thinking":           {"Hello", "hm", []string{"<thinking>hm</thinking>Hello"}},
		"called_thought":            {"Hello", "hm", []string{"<thought>hm", "</thought>Hello"}},
		"twice":                     {"\n\nHello", "hmso", []string{"<think>hm</think>\n", "<think>so</think>\n\nHello"}},
		"in_mid_text":               {"Write <think> before each thought and </think> after it.", "", []string{"Write <th", "ink> before each thought and </think> after it."}},
		"in_a_code_span":            {"`<think>` begins it", "", []string{"`<think>` begins it"}},
		"after_an_answer":           {"Hello <think>no", "hm", []string{"<think>hm</think>Hello <think>no"}},
		"another_that_begins_so":    {"<think-tank> it is", "", []string{"<think", "-tank> it is"}},
		"closed_by_its_own_only":    {"Hello", "a </think> b", []string{"<thought>a </think> b</thought>Hello"}},
		"only_closed_and_not_shown": {"\n\nHello", "let me think ok.", []string{"let me think ok.</think>\n\nHello"}},
		"only_closed_and_shown":     {"let me think ok.</think>\n\nHello", "", []string{"let me think", " ok.</think>\n\nHello"}},
		"only_closed_in_a_sentence": {"The tag </think> ends it.", "", []string{"The tag </think> ends it."}},
		"both_in_one_piece":         {"Models write <think> before and </think>", "", []string{"Models write <think> before and </think>"}},
		"both_and_another_line":     {"Write between <think> and </think>\nand then answer.", "", []string{"Write between <think> and </think>\nand then answer."}},
		"both_after_two_thoughts":   {"\nc <think>d</think>", "ab", []string{"<think>a</think>\n<think>b</think>\nc <think>d</think>"}},
		"closed_after_a_thought":    {"It ends with </think>\nas said.", "a", []string{"<think>a</think>It ends with </think>\nas said."}},
		"nothing_behind":            {"They end with </think>", "", []string{"They end with </think>"}},
		"nothing_behind_but_blanks": {"They end with </think>\n", "", []string{"They end with </think>", "\n"}},
		"the_answer_comes_later":    {"\n\nHello", "let me think ok.", []string{"let me think ok.</think>", "\n", "\nHello"}},
		"in_capitals":               {"Hello", "hm", []string{"<Think>hm</THI", "NK>Hello"}},
		"of_kimi":                   {"Hello", "hm", []string{"◁think▷hm◁/thi", "nk▷Hello"}},
		"called_reasoning":          {"Hello", "hm", []string{"<reasoning>hm</reasoning>Hello"}},
		"may_begin_a_tag_and_ends":  {"<thin", "", []string{"<thin"}},
	} {
		for _, n := range []int{1, 1 << 20} {
			t.Run(fmt.Sprintf("%s/pieces_of_%d", name, n), func(t *testing.T) {
				t.Parallel()
				var frames []string
				for _, p := range tt.pieces {
					frames = append(frames, said(fmt.Sprintf(`{"content":%q}`, p)))
				}
				m, _ := serve(t, 200, []byte(events(append(frames, stop, "[DONE]")...)), openai.Options{Transport: inPieces{n}})
				check(t, ask(t, m, llm.Request{Messages: words("go")}), wanted{finish: llm.FinishStop, text: tt.text, thinking: tt.thinking})
			})
		}
	}
}
