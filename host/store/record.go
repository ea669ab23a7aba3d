package store

import (
	"encoding/json"
	"fmt"

	"go.etcd.io/bbolt"

	"github.com/margay/margay/protocol"
)

// maxValue is the longest value in the database. Longer ones make overflow
// pages that every copy-on-write of their page drags along.
const maxValue = 64 << 10

// recordVersion is the version of the records this build writes. A migration
// that changes a shape raises it.
const recordVersion = 1

// record is how every record lies in the database.
type record[T any] struct {
	V int `json:"v"`
	D T   `json:"d"`
}

func encode[T any](data T) ([]byte, error) {
	value, err := json.Marshal(record[T]{V: recordVersion, D: data})
	if err != nil {
		return nil, fmt.Errorf("encode %T: %w", data, err)
	}
	return value, nil
}

// put writes a record.
func put[T any](b *bbolt.Bucket, key []byte, data T) error {
	value, err := encode(data)
	if err != nil {
		return err
	}
	return putValue(b, key, value)
}

func putValue(b *bbolt.Bucket, key, value []byte) error {
	if len(value) > maxValue {
		return protocol.NewFault(protocol.ReasonTooLarge,
			fmt.Sprintf("A record has %d bytes; at most %d are kept in the database.", len(value), maxValue))
	}
	return b.Put(key, value)
}

// get reads a record; the bool says whether it is there. json.Unmarshal copies,
// so nothing of the transaction's memory gets out.
func get[T any](b *bbolt.Bucket, key []byte) (T, bool, error) {
	value := b.Get(key)
	if value == nil {
		var none T
		return none, false, nil
	}
	data, err := decode[T](value)
	return data, true, err
}

func decode[T any](value []byte) (T, error) {
	var r record[T]
	if err := json.Unmarshal(value, &r); err != nil {
		return r.D, fmt.Errorf("decode %T: %w", r.D, err)
	}
	if r.V < 1 || r.V > recordVersion {
		return r.D, fmt.Errorf("decode %T: record has version %d, this program reads up to %d", r.D, r.V, recordVersion)
	}
	return r.D, nil
}

// tx is a transaction with the tree's doors.
type tx struct{ *bbolt.Tx }

// top is a bucket that the first migration made.
func (t tx) top(name string) *bbolt.Bucket { return t.Bucket([]byte(name)) }

// sub is a bucket within a conversation, made together with it.
func sub(b *bbolt.Bucket, name string) *bbolt.Bucket { return b.Bucket([]byte(name)) }
