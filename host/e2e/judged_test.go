package e2e_test

import (
	"testing"

	"github.com/margay/margay/host/e2e/judged"
)

// TestJudged_sample tries the sample of the judged prompts in one browser; all
// of them are tried by `make judge`. At the end one of them is tried with its
// expectation turned round, which shows that the judge can say no.
func TestJudged_sample(t *testing.T) {
	t.Parallel()
	sets := must[[]judged.Set](t)(judged.Load())
	r := newRig(t, ordinary)
	j := must[*judged.Judge](t)(judged.NewJudge(patience(t), r))
	sample := judged.Sample(sets)
	for _, p := range sample {
		t.Run(p.Name(), func(t *testing.T) { isRight(t, must[judged.Outcome](t)(j.Try(patience(t), p))) })
	}
	t.Run("expectation_turned_round", func(t *testing.T) {
		p := sample[0]
		p.Expect = "!(" + p.Expect + ")"
		o := must[judged.Outcome](t)(j.Try(patience(t), p))
		if o.Held || o.Right() {
			t.Errorf("the contrary of what %s expects is so", p.Name())
		}
	})
}

func isRight(t *testing.T, o judged.Outcome) {
	t.Helper()
	if o.Right() {
		return
	}
	t.Errorf("asked %q, it answered %q", o.Text, o.Answer)
	for _, w := range o.Wrong {
		t.Error(w)
	}
	for _, c := range o.Calls {
		t.Logf("call %s %s: %s", c.Name, c.Arguments, c.Status)
	}
}
