module github.com/margay/margay

go 1.26
