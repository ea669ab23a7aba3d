// Package install puts Margay where a browser finds it, says what each browser
// finds, and takes back what it wrote.
//
// It guarantees:
//
//   - A manifest which a browser would silently pass over is never written:
//     [Check] knows the rules and says all that is wrong at once.
//   - What another product or a person put in a place is not overwritten unless
//     that was asked for ([Setup].Force), and then uninstalling puts it back.
//   - All that is written is on record before ([Record]); [Setup.Unregister] and
//     [Setup.Remove] remove that and nothing else (where the record is lost, what
//     can be shown to be ours), and a person's data only when they are told to.
//   - Files are replaced by rename, so that whoever reads or runs one sees the
//     old or the new.
//   - Every system's rules hold on every system: a [Machine] is given, and paths
//     are made by its rules. [This] is the real one.
//
// It imports nothing of ours; names, paths, origins and contents come as
// arguments.
package install
