// A native-messaging host for the smoke test: copies bytes between the browser and the smoke test's socket.
import { connect } from "node:net";

const socket = connect(process.env.MARGAY_SMOKE_SOCKET);
process.stdin.pipe(socket);
socket.pipe(process.stdout);
const end = () => process.exit(0);
socket.on("close", end);
socket.on("error", end);
process.stdin.on("end", end);
