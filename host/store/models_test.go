package store_test

import (
	"testing"

	"github.com/margay/margay/host/store"
	"github.com/margay/margay/host/store/storetest"
	"github.com/margay/margay/protocol"
)

func TestSaveModel(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t)
	ctx := t.Context()
	save := func(m store.SavedModel, instead string) (store.SavedModel, error) {
		return s.SaveModel(ctx, m, instead)
	}
	a := must[store.SavedModel](t)(save(store.SavedModel{ID: "a", Provider: "openai", Name: "big", Key: "k1"}, ""))
	b := must[store.SavedModel](t)(save(store.SavedModel{ID: "b", Provider: "openai", Name: "small", Key: "k1"}, ""))
	if a.Revision != 1 || b.Revision != 1 {
		t.Errorf("saved %+v, %+v", a, b)
	}
	_, err := save(store.SavedModel{ID: "c", Provider: "openai", Name: "big"}, "")
	wantFault(t, err, protocol.ReasonConflict, "openai:big is saved already")
	_, err = save(store.SavedModel{ID: "c", Provider: "openai", Name: "new", Revision: 3}, "")
	wantFault(t, err, protocol.ReasonNotFound)

	lab := must[store.SavedModel](t)(save(store.SavedModel{ID: "lab", Provider: "mylab", Name: "x", BaseURL: "http://lab.test", Key: "k1"}, ""))
	// Another key for one is another key for all of the account that shared it.
	stale := a
	a.Key, a.Label = "k2", "The big one"
	a = must[store.SavedModel](t)(save(a, "k1"))
	list := must[[]store.SavedModel](t)(s.Models())
	if len(list) != 3 || list[2].Key != lab.Key || list[0].Key != "k2" || list[1].Key != "k2" || list[0].Label != "The big one" || list[1].Revision != 1 {
		t.Errorf("saved %+v", list)
	}
	_, err = save(stale, "")
	wantFault(t, err, protocol.ReasonConflict, "changed by somebody else")
	wantFault(t, s.DeleteModel(ctx, "a", 1), protocol.ReasonConflict)
	if err := s.DeleteModel(ctx, "a", a.Revision); err != nil {
		t.Fatal(err)
	}
	wantFault(t, s.DeleteModel(ctx, "a", a.Revision), protocol.ReasonNotFound)
	if list := must[[]store.SavedModel](t)(s.Models()); len(list) != 2 || list[0].ID != "b" {
		t.Errorf("left %+v", list)
	}
}
