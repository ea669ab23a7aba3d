package api_test

import (
	"testing"

	"github.com/margay/margay/host/rpc"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/client"
)

func TestModels_by_their_routes(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	l := r.dial()
	m := call(t, l, client.ModelSave, client.SaveModel{Provider: "mylab", Name: "qwen3", BaseURL: "http://127.0.0.1:9/v1", Key: "sk-1"})
	if list := call(t, l, client.ModelDefault, client.ModelRef{Spec: m.Spec}); list.Default != "mylab:qwen3" {
		t.Errorf("default %s", list.Default)
	}
	if list := call(t, l, client.ModelList, protocol.Empty{}); len(list.Models) != 2 || list.Models[1] != m {
		t.Errorf("listed %+v", list.Models)
	}
	if tested := call(t, l, client.ModelTest, client.TestModel{Spec: m.Spec}); tested.OK || tested.Next == "" {
		t.Errorf("nobody is there, and the test says %+v", tested)
	}
	_, err := rpc.Call(t.Context(), l, client.ModelDiscover, client.DiscoverModels{Provider: "mylab"})
	wantFault(t, err, protocol.ReasonInvalidParams)
	if list := call(t, l, client.ModelDelete, client.DeleteModel{ID: m.ID, Revision: m.Revision}); len(list.Models) != 1 || list.Default != "offline" {
		t.Errorf("after it was deleted: %+v", list)
	}
}
