package cli_test

import (
	"context"
	"net"
	"slices"
	"strings"
	"testing"

	"github.com/margay/margay/host/cli"
	"github.com/margay/margay/host/rpc"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/client"
)

// Only keys in the keyring outlive the data directory; one that cannot be
// removed does not keep the others.
func TestUninstall_forgets_the_keys_in_the_keyring(t *testing.T) {
	t.Parallel()
	key := func(place client.KeyPlace) client.Key { return client.Key{Set: place != "", Place: place} }
	models := []client.Model{
		{Spec: "offline"},
		{ID: "1", Spec: "openai:stuck", Key: key(client.KeyInKeyring), Revision: 7},
		{ID: "2", Spec: "openai:a", Key: key(client.KeyInKeyring), Revision: 3},
		{ID: "3", Spec: "openai:b", Key: key(client.KeyInFile)},
		{Spec: "openai:c", Key: key(client.KeyInEnvironment)},
		{ID: "4", Spec: "own:d"},
	}
	var deleted []client.DeleteModel
	mux := rpc.NewMux()
	rpc.Handle(mux, client.ModelList, func(context.Context, *rpc.Request, protocol.Empty) (client.Models, error) {
		return client.Models{Models: models}, nil
	})
	rpc.Handle(mux, client.ModelDelete, func(_ context.Context, _ *rpc.Request, d client.DeleteModel) (client.Models, error) {
		if d.ID == "1" {
			return client.Models{}, protocol.NewFault(protocol.ReasonConflict, "The keyring is locked.")
		}
		deleted = append(deleted, d)
		return client.Models{}, nil
	})
	here, there := net.Pipe()
	served := rpc.New(there, rpc.Options{
		Mux: mux, Groups: []protocol.Group{protocol.GroupClient},
		Hello: func(context.Context, *rpc.Peer, protocol.Hello) (protocol.HelloReply, error) {
			return protocol.HelloReply{}, nil
		},
	})
	p := rpc.New(here, rpc.Options{})
	t.Cleanup(func() { _, _ = p.Close(), served.Close() })
	if _, err := rpc.Call(t.Context(), p, protocol.HelloRoute, protocol.Hello{Product: protocol.Product, Protocol: protocol.Supported()}); err != nil {
		t.Fatal(err)
	}
	err := cli.ForgetKeys(t.Context(), p)
	if err == nil || !strings.Contains(err.Error(), "openai:stuck") || !strings.Contains(err.Error(), "locked") {
		t.Errorf("error %v, want one that names the key which is left", err)
	}
	if want := []client.DeleteModel{{ID: "2", Revision: 3}}; !slices.Equal(deleted, want) {
		t.Errorf("deleted %v, want %v", deleted, want)
	}
}
