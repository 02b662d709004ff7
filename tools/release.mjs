import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { inRoot } from './setup/paths.mjs'

/**
 * `npm run release -- 0.4.0`: sets the version everywhere, dates the changelog, commits, tags, and packs the sources of
 * the tag. A person publishes by pushing the tag and the packed files.
 */
const [version = '', ...rest] = process.argv.slice(2)
if (!/^\d+\.\d+\.\d+$/.test(version) || rest.length > 0) fail('Usage: npm run release -- MAJOR.MINOR.PATCH')
if (git('status', '--porcelain') !== '') fail('Commit first: a release is made of what is committed.')
if (git('tag', '--list', `v${version}`) !== '') fail(`There is a release ${version} already.`)

const files = [
  'package.json',
  ...git('ls-files', 'packages/*/package.json', 'e2e/package.json', 'tools/package.json').split('\n'),
]
const before = JSON.parse(read('package.json')).version
for (const file of files) write(file, withVersion(read(file)))
write('package-lock.json', withLockedVersion(read('package-lock.json')))
write(
  'deploy/kubernetes/kustomization.yaml',
  read('deploy/kubernetes/kustomization.yaml').replace(/newTag: .*/, `newTag: ${version}`),
)
for (const file of ['CHANGELOG.md', 'CHANGELOG.ja.md']) write(file, withDate(file, read(file)))

git('commit', '--all', '--message', `Release ${version}`)
git('tag', '--annotate', `v${version}`, '--message', `Sheetwright ${version}`)
mkdirSync(inRoot('dist'), { recursive: true })
const packed = inRoot(`dist/sheetwright-${version}.tar.gz`)
git('archive', '--format=tar.gz', `--prefix=sheetwright-${version}/`, `--output=${packed}`, `v${version}`)
console.log(`Released ${version} after ${before}: commit, tag v${version} and ${packed}`)
console.log(`To publish: git push --follow-tags, then upload the packed file.`)

function withVersion(text) {
  const found = JSON.parse(text)
  const own = new RegExp(`("(?:version|@sheetwright/[a-z]+)": )"${before.replaceAll('.', '\\.')}"`, 'g')
  if (found.version !== before) fail(`${found.name} has the version ${found.version}, not ${before}.`)
  return text.replace(own, `$1"${version}"`)
}

/** In the lock file only our own packages change. */
function withLockedVersion(text) {
  const lock = JSON.parse(text)
  lock.version = version
  for (const [place, entry] of Object.entries(lock.packages)) {
    if (place.startsWith('node_modules/') || place.includes('/node_modules/')) continue
    if (entry.version === before) entry.version = version
    for (const kind of ['dependencies', 'devDependencies']) {
      for (const name of Object.keys(entry[kind] ?? {})) {
        if (name.startsWith('@sheetwright/')) entry[kind][name] = version
      }
    }
  }
  return `${JSON.stringify(lock, null, 2)}\n`
}

function withDate(file, text) {
  if (!/\n## Unreleased\n\n(- |### )/.test(text)) fail(`${file} has nothing under "Unreleased".`)
  const today = new Date().toISOString().slice(0, 10)
  return text.replace('\n## Unreleased\n', `\n## Unreleased\n\n## ${version} - ${today}\n`)
}

function read(file) {
  return readFileSync(inRoot(file), 'utf8')
}

function write(file, text) {
  writeFileSync(inRoot(file), text)
}

function git(...args) {
  return execFileSync('git', args, { cwd: inRoot('.'), encoding: 'utf8' }).trim()
}

function fail(message) {
  console.error(message)
  process.exit(1)
}
