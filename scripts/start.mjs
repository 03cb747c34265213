// Runs on any Node with nothing installed: only syntax that old versions understand, and no imports but this
// file's own until the version is known to do.

function refusal() {
  var version = process.versions.node.split('.');
  if (Number(version[0]) < 20 || (version[0] === '20' && Number(version[1]) < 19)) {
    return (
      'Brandwright needs Node 20.19 or later, and this is ' +
      process.version +
      ': install a newer one from https://nodejs.org and start again.'
    );
  }
  if (process.platform === 'win32') {
    return 'Brandwright runs on Linux and macOS: on Windows start it inside WSL or Docker.';
  }
  return undefined;
}

var reason = refusal();
if (reason) {
  console.error(reason);
  process.exitCode = 1;
} else {
  import('./commands.mjs').then(function (commands) {
    return commands.main(process.argv[2], process.argv.slice(3));
  });
}
