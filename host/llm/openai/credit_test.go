package openai_test

import (
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/margay/margay/host/llm/openai"
	"github.com/margay/margay/protocol/chat"
)

// TestLimits_and_credit tells what passes by waiting from what has to be paid for, by
// what providers really say: the same status stands for both, limits speak of
// billing, and an empty account of a quota.
func TestLimits_and_credit(t *testing.T) {
	t.Parallel()
	after := func(v string) http.Header { return http.Header{"Retry-After": {v}} }
	const (
		groq   = `{"error":{"message":"Rate limit reached for model llama-3.3-70b-versatile in organization org_x on tokens per minute (TPM): Limit 12000, Used 4437, Requested 9854. Please try again in 11.5s. Need more tokens? Upgrade to Dev Tier today at https://console.groq.com/settings/billing","type":"tokens","code":"rate_limit_exceeded"}}`
		openAI = `{"error":{"message":"Rate limit reached for gpt-4.1-mini on requests per min (RPM): Limit 3, Used 3, Requested 1. Please try again in 20s. You can increase your rate limit by adding a payment method to your account at https://platform.openai.com/account/billing.","type":"requests","code":"rate_limit_exceeded"}}`
		gemini = `[{"error":{"code":429,"message":"You exceeded your current quota, please check your plan and billing details. For more information on this error, head to: https://ai.google.dev/gemini-api/docs/rate-limits.\n* Quota exceeded for metric: generate_content_free_tier_requests, limit: 10\nPlease retry in 17.5s.","status":"RESOURCE_EXHAUSTED","details":[{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"17s"}]}}]`
		quota  = `{"error":{"message":"You exceeded your current quota, please check your plan and billing details.","type":"insufficient_quota","code":"insufficient_quota"}}`
	)
	for name, tt := range map[string]struct {
		st   step
		wait time.Duration // 0: it is final, and says that the account is empty
	}{
		"groq_by_its_header":           {step{status: 429, header: after("11"), body: groq}, 11 * time.Second},
		"groq_by_its_words":            {step{status: 429, body: groq}, 11500 * time.Millisecond},
		"openai_that_names_billing":    {step{status: 429, header: after("20"), body: openAI}, 20 * time.Second},
		"gemini_by_the_minute":         {step{status: 429, body: gemini}, 17500 * time.Millisecond},
		"gemini_by_a_member":           {step{status: 429, body: strings.Replace(gemini, `\nPlease retry in 17.5s.`, "", 1)}, 17 * time.Second},
		"a_header_against_the_words":   {step{status: 429, header: after("5"), body: `{"error":{"message":"You exceeded your current quota"}}`}, 5 * time.Second},
		"azure_in_words":               {step{status: 429, body: `{"error":{"code":"429","message":"You have exceeded the token rate limit of your pricing tier. Please retry after 26 seconds."}}`}, 26 * time.Second},
		"minutes_and_seconds":          {step{status: 429, body: `{"error":{"message":"Rate limit reached. Please try again in 0m30.25s."}}`}, 30250 * time.Millisecond},
		"milliseconds":                 {step{status: 429, body: `{"error":{"message":"Rate limit reached. Please try again in 1500ms."}}`}, 1500 * time.Millisecond},
		"zhipu_limit_in_chinese":       {step{status: 429, body: `{"error":{"code":"1302","message":"您的账户已达到速率限制，请您控制请求频率"}}`}, time.Second},
		"too_many_tokens_for_now":      {step{status: 429, body: `{"error":{"message":"Too many tokens, please wait before trying again.","code":429}}`}, time.Second},
		"quota_used_up_as_success":     {step{status: 200, body: `{"success":false,"message":"quota used up"}`}, 0},
		"openai_without_credit":        {step{status: 429, body: quota}, 0},
		"quota_in_words_alone":         {step{status: 429, body: `{"error":{"message":"You exceeded your current quota, please check your plan and billing details."}}`}, 0},
		"zhipu_in_chinese":             {step{status: 429, body: `{"error":{"code":"1113","message":"余额不足或无可用资源包,请充值。"}}`}, 0},
		"zhipu_in_english":             {step{status: 429, body: `{"error":{"code":"1113","message":"Insufficient balance or no resource package. Please recharge."}}`}, 0},
		"siliconflow_paid_balance":     {step{status: 403, body: `{"code":30011,"message":"The selected model requires paid balance. Your paid balance is insufficient. Please top up and try again.","data":null}`}, 0},
		"siliconflow_balance":          {step{status: 403, body: `{"code":30001,"message":"Sorry, your account balance is insufficient","data":null}`}, 0},
		"dashscope_arrears":            {step{status: 400, body: `{"error":{"message":"Access denied, please make sure your account is in good standing.","type":"Arrearage","code":"Arrearage"}}`}, 0},
		"payment_required":             {step{status: 402, body: `{"detail":"Cloud credits expired"}`}, 0},
		"payment_required_with_a_time": {step{status: 402, header: after("5"), body: `{"detail":"Cloud credits expired"}`}, 0},
		"credit_in_a_stream":           {step{status: 200, body: events(`{"error":{"message":"余额不足","code":"1113"}}`)}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				o, tr := play(t, t.Context(), openai.Options{}, tt.st, good)
				if tt.wait == 0 {
					if len(tr.at) != 1 || o.err == nil || o.err.Code == chat.ErrorAuth || !strings.Contains(o.err.Next, "top it up") {
						t.Fatalf("%d tries, %+v", len(tr.at), o.err)
					}
					return
				}
				if len(tr.at) != 2 || o.err != nil {
					t.Fatalf("%d tries, %+v", len(tr.at), o.err)
				}
				if got := tr.at[1].Sub(tr.at[0]); got < tt.wait || got > tt.wait+tt.wait/4 {
					t.Errorf("waited %v, want %v", got, tt.wait)
				}
				if e := retries(o)[0].Err; strings.Contains(e.Error(), "credit") {
					t.Errorf("announced as %v", e)
				}
			})
		})
	}
}
