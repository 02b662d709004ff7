import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, open, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { startServerProcess } from '../test/support/server-process.ts'
import type { Verdict } from './verdict.ts'

const run = promisify(execFile)
const diskMegabytes = 512
const chunk = randomBytes(1024 * 1024)
/** Accepted refusals on a full disk; anything else is a failure. */
const refusals = new Set([503, 507])

/** Fills the disk of a server that is writing, and frees it again. Needs permission to mount a small disk. */
export async function tryFullDisk(): Promise<Verdict[]> {
  const disk = await mkdtemp(path.join(tmpdir(), 'sheetwright-disk-'))
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${diskMegabytes}m,mode=1777`, 'tmpfs', disk])
  } catch {
    process.stderr.write('A full disk was not tried: only root may mount a small one\n')
    await rm(disk, { recursive: true })
    return []
  }
  const server = await startServerProcess({
    SHEETWRIGHT_DATA: path.join(disk, 'data'),
    SHEETWRIGHT_SKIP_LOGIN: 'true',
    SHEETWRIGHT_LOG_LEVEL: 'silent',
    SHEETWRIGHT_LIBREOFFICE: 'off',
  })
  try {
    return await fill(server.origin, disk)
  } finally {
    server.child.kill('SIGKILL')
    await server.ended
    await run('umount', ['--lazy', disk])
    await rm(disk, { recursive: true })
  }
}

async function fill(origin: string, disk: string): Promise<Verdict[]> {
  const answered: string[] = []
  const strange: string[] = []
  let refused = 0
  const create = async (name: string) => {
    const { status } = await fetch(`${origin}/api/v1/product/create`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ Name: name }),
    }).catch(() => ({ status: 0 }))
    if (status === 200) answered.push(name)
    else if (refusals.has(status)) refused++
    else strange.push(`${name} was answered with ${status}`)
    return status
  }
  const uploadStatus = async () => {
    const form = new FormData()
    form.append('File', new Blob(Array.from({ length: 16 }, () => chunk)), 'large.bin.txt')
    const answer = await fetch(`${origin}/api/filemanager/SaveDocument`, { method: 'POST', body: form })
    return { status: answer.status, text: await answer.text() }
  }
  const readiness = async () => (await fetch(`${origin}/health/ready`)).status

  await create('Before')
  const ballast = path.join(disk, 'ballast')
  await fillUp(ballast, disk)
  const red = await readiness()
  const upload = await uploadStatus()
  for (let n = 0; n < 50; n++) await create(`Full ${n}`)
  const live = (await fetch(`${origin}/health/live`)).status
  await rm(ballast)
  // Allow for a restart of the database.
  let after = 0
  for (let tries = 0; tries < 120 && after !== 200; tries++) {
    after = await readiness().catch(() => 0)
    if (after !== 200) await delay(500)
  }
  const created = await create('After')
  const missing = await missingOf(origin, answered)
  return [
    {
      attack: 'a full disk',
      tried: `upload and ${refused + strange.length + answered.length} changes`,
      held: red === 507 && refusals.has(upload.status) && live === 200 && strange.length === 0,
      detail: `ready ${red}, live ${live}, upload ${upload.status} ${upload.text.slice(0, 120)}, ${refused} refused ${strange[0] ?? ''}`,
    },
    {
      attack: 'after a full disk',
      tried: `${answered.length} products`,
      held: after === 200 && created === 200 && missing === 0,
      detail: `ready ${after}, ${missing} of what was answered with success missing`,
    },
  ]
}

/** Writes until the disk is full. */
async function fillUp(file: string, disk: string): Promise<void> {
  const ballast = await open(file, 'w')
  try {
    for (;;) {
      const { bavail, bsize } = await statfs(disk)
      const bytes = Math.min(chunk.length, bavail * bsize)
      if (bytes === 0) return
      await ballast.write(chunk, 0, bytes)
    }
  } finally {
    await ballast.close()
  }
}

async function missingOf(origin: string, names: readonly string[]): Promise<number> {
  let missing = 0
  for (const name of names) {
    const answer = await fetch(`${origin}/api/v1/product/GetProduct/${encodeURIComponent(name)}`)
    if (answer.status !== 200) missing++
  }
  return missing
}
