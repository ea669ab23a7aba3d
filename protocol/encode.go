package protocol

import "encoding/json"

// The writers of messages put the id and the method first, where PeekHead finds
// them in the first piece of a message that is refused.

// AppendCall appends a request, or a notification where id is empty. Params is
// JSON text; empty means none.
func AppendCall(dst []byte, id ID, method string, params []byte) []byte {
	dst = appendStart(dst, id)
	dst = append(dst, `,"method":`...)
	dst = appendText(dst, method)
	if len(params) > 0 {
		dst = append(dst, `,"params":`...)
		dst = append(dst, params...)
	}
	return append(dst, '}')
}

// AppendResult appends an answer that carries a result, which is JSON text.
func AppendResult(dst []byte, id ID, result []byte) []byte {
	dst = appendStart(dst, id)
	dst = append(dst, `,"result":`...)
	dst = append(dst, result...)
	return append(dst, '}')
}

// AppendFault appends an answer that carries a fault. An empty id is written as
// null: the fault answers something whose id could not be read.
func AppendFault(dst []byte, id ID, f *Fault) []byte {
	if id == "" {
		dst = append(dst, `{"jsonrpc":"2.0","id":null`...)
	} else {
		dst = appendStart(dst, id)
	}
	text, err := Marshal(f)
	if err != nil { // a fault holds text and a number; it always encodes
		text = []byte(`{"code":-32603,"message":"internal"}`)
	}
	dst = append(dst, `,"error":`...)
	dst = append(dst, text...)
	return append(dst, '}')
}

func appendStart(dst []byte, id ID) []byte {
	dst = append(dst, `{"jsonrpc":"2.0"`...)
	if id != "" {
		dst = append(dst, `,"id":`...)
		dst = append(dst, id...)
	}
	return dst
}

func appendText(dst []byte, s string) []byte {
	text, err := json.Marshal(s)
	if err != nil { // a string always encodes
		return append(dst, `""`...)
	}
	return append(dst, text...)
}
