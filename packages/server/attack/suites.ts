import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { Verdict } from './verdict.ts'

const root = path.join(import.meta.dirname, '../../..')

/** Attacks that already exist as tests: each is run in full, as in `npm test`. */
const suites: Readonly<Record<string, string>> = {
  'every caller on every call, with real ids': 'permissions/matrix.test.ts',
  'forged and foreign tokens, other tenants': 'permissions/attacks.test.ts',
  'visitors beyond their link': 'permissions/visitors.test.ts',
  'documents of others, harmful documents': 'documents/attacks.test.ts',
  'raw and malformed HTTP': 'http/hostile-requests.test.ts',
  'bodies, lists and addresses without end': 'http/limits.test.ts',
  'hostile workbooks': 'engines/hostile-workbooks.test.ts',
  'loops that were made not to count': 'execution/bounded-work.test.ts',
  'records that end their thread': 'execution/batch-limits.test.ts',
  'kill -9 of server and database while everybody writes': 'crash/crash.test.ts',
  'workers killed in the middle of jobs': 'jobs/worker-kill.test.ts',
  'damaged and missing content': 'files/files.test.ts',
}

export async function trySuites(): Promise<Verdict[]> {
  const verdicts: Verdict[] = []
  for (const [attack, file] of Object.entries(suites)) {
    // Like `npm test -- FILE`: some attacks need the built pages.
    const child = spawn(process.execPath, ['tools/test.mjs', `packages/server/test/${file}`], { cwd: root })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
    const [code] = (await once(child, 'close')) as [number | null]
    const counted = /\d+ passed, .+/.exec(stripVTControlCharacters(output))?.[0] ?? 'no tests'
    verdicts.push({ attack, tried: counted, held: code === 0, detail: code === 0 ? '' : `see ${file}` })
  }
  return verdicts
}
