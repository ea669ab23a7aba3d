package models_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rs/zerolog"
	"github.com/zalando/go-keyring"

	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/host/models"
	"github.com/margay/margay/host/secret"
	"github.com/margay/margay/host/store"
	"github.com/margay/margay/host/store/storetest"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/chat"
	"github.com/margay/margay/protocol/client"
)

// ring is a keyring in memory.
type ring struct {
	kept map[string]string
	fail error
}

func (r *ring) Set(_, user, key string) error {
	if r.fail == nil {
		r.kept[user] = key
	}
	return r.fail
}

func (r *ring) Get(_, user string) (string, error) {
	if key, there := r.kept[user]; there || r.fail != nil {
		return key, r.fail
	}
	return "", keyring.ErrNotFound
}

func (r *ring) Delete(_, user string) error {
	if _, there := r.kept[user]; !there && r.fail == nil {
		return keyring.ErrNotFound
	}
	if r.fail == nil {
		delete(r.kept, user)
	}
	return r.fail
}

type rig struct {
	*models.Service
	t     testing.TB
	dir   string
	store *store.Store
	ring  *ring
}

func newRig(t testing.TB) *rig {
	r := &rig{t: t, dir: t.TempDir(), ring: &ring{kept: map[string]string{}}}
	r.store = storetest.OpenIn(t, r.dir)
	r.Service = models.New(models.Options{
		Records: r.store, Secrets: secret.New(secret.Options{Path: r.file(), Ring: r.ring}), Log: zerolog.New(zerolog.NewTestWriter(t)),
	})
	return r
}

func (r *rig) file() string { return filepath.Join(r.dir, "keys") }

func (r *rig) save(p client.SaveModel) client.Model {
	r.t.Helper()
	m, err := r.Save(r.t.Context(), p, nil)
	if err != nil {
		r.t.Fatal(err)
	}
	return m
}

func (r *rig) list(env map[string]string) client.Models {
	r.t.Helper()
	list, err := r.List(env)
	if err != nil {
		r.t.Fatal(err)
	}
	return list
}

// keys counts the keys in the keyring, in the file, and on record.
func (r *rig) keys() (ring, file, records int) {
	r.t.Helper()
	data, err := os.ReadFile(r.file())
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		r.t.Fatal(err)
	}
	known, err := r.store.Keys()
	if err != nil {
		r.t.Fatal(err)
	}
	return len(r.ring.kept), strings.Count(string(data), "sk-"), len(known)
}

func wantFault(t testing.TB, err error, reason protocol.Reason, says string) {
	t.Helper()
	var f *protocol.Fault
	if !errors.As(err, &f) || f.Reason() != reason || !strings.Contains(f.Message+" "+f.Data.Next, says) {
		t.Errorf("got %v, want a fault %s that says %q", err, reason, says)
	}
}

func TestSave_and_list(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	first := r.save(client.SaveModel{Provider: "OpenAI ", Name: " gpt-5-mini ", BaseURL: "https://api.openai.com/v1/", Key: " sk-one \n", Sees: true})
	want := client.Model{
		ID: first.ID, Spec: "openai:gpt-5-mini", Label: "openai:gpt-5-mini", Provider: "openai", Name: "gpt-5-mini",
		Key: client.Key{Set: true, Place: client.KeyInKeyring}, Sees: true, Source: client.SourceSettings, Revision: 1,
	}
	if first != want {
		t.Errorf("saved %+v\nwant %+v", first, want)
	}
	lab := r.save(client.SaveModel{Provider: "mylab", Name: "qwen3", Label: "The lab's", BaseURL: "http://lab.test/v1/chat/completions"})
	if lab.BaseURL != "http://lab.test/v1" || lab.Label != "The lab's" || lab.Key.Set {
		t.Errorf("saved %+v", lab)
	}
	list := r.list(nil)
	if len(list.Models) != 3 || list.Models[0].Spec != "offline" || list.Models[1] != first || list.Default != "offline" || list.DefaultFrom != "builtin" {
		t.Errorf("listed %+v", list)
	}
	if i := slices.IndexFunc(list.Templates, func(m client.ModelTemplate) bool { return m.Provider == "ollama" }); i < 0 || list.Templates[i].NeedsKey || list.Templates[i].Names == nil {
		t.Errorf("templates %+v", list.Templates)
	}
	// A key of the environment wins, and is told by its variable.
	list = r.list(map[string]string{"OPENAI_API_KEY": "sk-env", "MARGAY_MODEL": "deepseek:x", "DEEPSEEK_API_KEY": "sk-deep"})
	if k := list.Models[1].Key; k != (client.Key{Set: true, Place: client.KeyInEnvironment, Variable: "OPENAI_API_KEY"}) {
		t.Errorf("key %+v", k)
	}
	if last := list.Models[3]; last.Spec != "deepseek:x" || last.Source != client.SourceEnvironment || list.Default != "deepseek:x" || list.DefaultFrom != "MARGAY_MODEL" {
		t.Errorf("of the environment: %+v, default %s from %s", last, list.Default, list.DefaultFrom)
	}
	// An address that a variable gives may hold what no client is told.
	for _, address := range []string{"https://me:hunter2@lab.test/v1", "https://lab.test/v1?key=hunter2", "https://lab.test/hunter2-and-more"} {
		list = r.list(map[string]string{"MARGAY_MODEL": "openai:gpt-4o", "OPENAI_API_KEY": "hunter2-and-more", "OPENAI_BASE_URL": address})
		if last := list.Models[3]; !strings.HasPrefix(last.BaseURL, "https://lab.test/") || strings.Contains(last.BaseURL, "hunter2") {
			t.Errorf("%s is told as %q", address, last.BaseURL)
		}
	}
	list = r.list(map[string]string{"MARGAY_MODEL": "openai:gpt-4o", "OPENAI_API_KEY": "sk-env"})
	if last := list.Models[3]; last.Spec != "openai:gpt-4o" || !last.Sees {
		t.Errorf("one that sees, of the environment: %+v", last)
	}
}

func TestSave_refuses(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	there := r.save(client.SaveModel{Provider: "openai", Name: "a", Key: "sk-1"})
	for name, tt := range map[string]struct {
		p    client.SaveModel
		want protocol.Reason
		says string
	}{
		"no_provider":      {client.SaveModel{Name: "x"}, protocol.ReasonInvalidParams, "no name of a provider"},
		"odd_provider":     {client.SaveModel{Provider: "my lab", Name: "x", BaseURL: "http://a.test"}, protocol.ReasonInvalidParams, "no name of a provider"},
		"offline":          {client.SaveModel{Provider: "offline", Name: "x", BaseURL: "http://a.test"}, protocol.ReasonInvalidParams, "no name of a provider"},
		"no_name":          {client.SaveModel{Provider: "openai", Name: " "}, protocol.ReasonInvalidParams, "1 to 200"},
		"no_address":       {client.SaveModel{Provider: "mylab", Name: "x"}, protocol.ReasonInvalidParams, "needs an address"},
		"no_url":           {client.SaveModel{Provider: "mylab", Name: "x", BaseURL: "lab.test/v1"}, protocol.ReasonInvalidParams, "https://"},
		"a_key_in_the_url": {client.SaveModel{Provider: "mylab", Name: "x", BaseURL: "https://u:sk-2@lab.test"}, protocol.ReasonInvalidParams, "password"},
		"short_in_a_path":  {client.SaveModel{Provider: "mylab", Name: "x", BaseURL: "https://lab.test/sk-012345678/v1", Key: "sk-012345678"}, protocol.ReasonInvalidParams, "has a field of its own"},
		"key_in_the_path":  {client.SaveModel{Provider: "mylab", Name: "x", BaseURL: "https://lab.test/sk-0123456789abcdef/v1", Key: "sk-0123456789abcdef"}, protocol.ReasonInvalidParams, "has a field of its own"},
		"key_of_two_lines": {client.SaveModel{Provider: "openai", Name: "x", Key: "sk-2\nsk-3"}, protocol.ReasonInvalidParams, "Copy it anew"},
		"key_of_nobody":    {client.SaveModel{Provider: "openai", Name: "x", KeyOf: "none"}, protocol.ReasonNotFound, "not saved"},
		"twice":            {client.SaveModel{Provider: "openai", Name: "a", Key: "sk-2"}, protocol.ReasonConflict, "saved already"},
		"stale":            {client.SaveModel{ID: there.ID, Revision: 7, Provider: "openai", Name: "a", Key: "sk-2"}, protocol.ReasonConflict, "changed by somebody else"},
		"gone":             {client.SaveModel{ID: "none", Revision: 1, Provider: "openai", Name: "b", Key: "sk-2"}, protocol.ReasonNotFound, "no such"},
	} {
		_, err := r.Save(t.Context(), tt.p, nil)
		t.Run(name, func(t *testing.T) {
			wantFault(t, err, tt.want, tt.says)
			if err != nil && strings.Contains(err.Error(), "sk-2") {
				t.Errorf("the key is in the error: %v", err)
			}
		})
	}
	if list := r.list(nil); len(list.Models) != 2 {
		t.Errorf("refused models are saved: %+v", list.Models)
	}
	if ring, file, records := r.keys(); ring != 1 || file != 0 || records != 1 {
		t.Errorf("%d keys in the keyring, %d in the file, %d on record; want the one of before", ring, file, records)
	}
}

// TestKeys_walk_the_table of a key: shared, replaced, forgotten, removed.
func TestKeys_walk_the_table(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	count := func(step string, wantRing, wantFile int) {
		t.Helper()
		if ring, file, records := r.keys(); ring != wantRing || file != wantFile || records != wantRing+wantFile {
			t.Errorf("%s: %d keys in the keyring, %d in the file, %d on record; want %d and %d", step, ring, file, records, wantRing, wantFile)
		}
	}
	a := r.save(client.SaveModel{Provider: "openai", Name: "a", Key: "sk-1"})
	b := r.save(client.SaveModel{Provider: "openai", Name: "b", KeyOf: a.ID})
	c := r.save(client.SaveModel{Provider: "deepseek", Name: "c", KeyOf: a.ID, Key: "sk-2"})
	count("saved", 2, 0)

	r.ring.fail = errors.New("is locked")
	a = r.save(client.SaveModel{ID: a.ID, Revision: a.Revision, Provider: "openai", Name: "a", Key: "sk-3"})
	if a.Key.Place != client.KeyInFile || r.list(nil).Models[2].Key.Place != client.KeyInFile {
		t.Errorf("another key, the keyring locked: %+v, shared by %+v", a, r.list(nil).Models[2])
	}
	_, _, err := r.Open(t.Context(), "deepseek:c", nil)
	e, ok := errors.AsType[*llm.Error](err)
	if !ok || e.Code != chat.ErrorAuth || !strings.Contains(e.Message, "is locked") {
		t.Errorf("a key in a locked keyring: %v", err)
	}
	if told := r.list(nil).Models[3]; !strings.Contains(told.Key.Problem, "is locked") || !told.Key.Set {
		t.Errorf("the list says %+v", told.Key)
	}
	r.ring.fail = nil
	if _, _, err := r.Open(t.Context(), "deepseek:c", nil); err != nil || r.list(nil).Models[3].Key.Problem != "" {
		t.Errorf("unlocked: %v, %+v", err, r.list(nil).Models[3].Key)
	}
	r.Tidy(t.Context()) // what was in the locked keyring
	count("replaced", 1, 1)

	c = r.save(client.SaveModel{ID: c.ID, Revision: c.Revision, Provider: "deepseek", Name: "c", Label: "The deep one"})
	if !c.Key.Set {
		t.Error("a change without a key lost it")
	}
	c = r.save(client.SaveModel{ID: c.ID, Revision: c.Revision, Provider: "deepseek", Name: "c", ForgetKey: true})
	if c.Key.Set {
		t.Error("a key that was to be forgotten is there")
	}
	count("forgotten", 0, 1)
	for i, m := range []client.Model{a, b} {
		if _, err := r.Delete(t.Context(), client.DeleteModel{ID: m.ID, Revision: 99}, nil); err == nil {
			t.Error("a stale delete worked")
		}
		if _, err := r.Delete(t.Context(), client.DeleteModel{ID: m.ID, Revision: m.Revision}, nil); err != nil {
			t.Fatal(err)
		}
		count("deleted", 0, 1-i)
	}
}

func TestDefault_keeps_to_the_model(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	m := r.save(client.SaveModel{Provider: "mylab", Name: "a", BaseURL: "http://lab.test/v1"})
	list, err := r.MakeDefault(t.Context(), client.ModelRef{Spec: "mylab:a"}, nil)
	if err != nil || list.Default != "mylab:a" || list.DefaultFrom != "settings" {
		t.Errorf("%+v, %v", list, err)
	}
	m = r.save(client.SaveModel{ID: m.ID, Revision: m.Revision, Provider: "mylab", Name: "b", BaseURL: "http://lab.test/v1"})
	if list := r.list(nil); list.Default != "mylab:b" {
		t.Errorf("after another name: %s", list.Default)
	}
	_, err = r.MakeDefault(t.Context(), client.ModelRef{Spec: "openai:x"}, nil)
	wantFault(t, err, protocol.ReasonInvalidParams, "OPENAI_API_KEY")
	_, err = r.MakeDefault(t.Context(), client.ModelRef{}, nil)
	wantFault(t, err, protocol.ReasonInvalidParams, "offline")
	if list, err = r.Delete(t.Context(), client.DeleteModel{ID: m.ID, Revision: m.Revision}, nil); err != nil || list.Default != "offline" {
		t.Errorf("after it was deleted: %+v, %v", list, err)
	}
}

// TestTidy removes what a crash between two steps left behind.
func TestTidy(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.save(client.SaveModel{Provider: "openai", Name: "a", Key: "sk-1"})
	r.ring.kept["lost"] = "sk-lost"
	if err := r.store.SaveKey(t.Context(), store.SavedKey{ID: "lost"}); err != nil {
		t.Fatal(err)
	}
	r.Tidy(t.Context())
	if ring, file, records := r.keys(); ring != 1 || file != 0 || records != 1 {
		t.Errorf("%d keys in the keyring, %d in the file, %d on record", ring, file, records)
	}
}
