import { createHash, randomBytes } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { open } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { addFilePart } from '@sheetwright/contract/files/add-file-part.ts'
import { downloadFolder } from '@sheetwright/contract/files/download-folder.ts'
import { finishFileUpload } from '@sheetwright/contract/files/finish-file-upload.ts'
import { getFileUpload } from '@sheetwright/contract/files/get-file-upload.ts'
import { getFolderContent } from '@sheetwright/contract/files/get-folder-content.ts'
import { saveFile } from '@sheetwright/contract/files/save-file.ts'
import { startFileUpload } from '@sheetwright/contract/files/start-file-upload.ts'
import { getJob } from '@sheetwright/contract/jobs/get-job.ts'
import { getDiagnostics } from '@sheetwright/contract/system/get-diagnostics.ts'
import { startKilledServer, untilAnswered } from './killed-server.ts'

/**
 * The file manager under load and crashes, on its own server: eight clients upload files while the server is killed
 * twice, a large upload and a zip survive a kill, and the server's memory is watched while large files are uploaded and
 * downloaded.
 */
const count = Number(process.env['FILES_LOAD_COUNT'] ?? 1000)
const megabytes = Number(process.env['FILES_LOAD_MB'] ?? 200)
const clients = 8
const streams = 10
const mostMemory = 400 * 1024 * 1024

const { client, origin, folder, restart, stop } = await startKilledServer()
const failures: string[] = []

try {
  await manyFilesWithKills()
  const large = await largeFile()
  await uploadThatIsKilled(large)
  await zipThatIsKilled()
  await memoryUnderStreams(large)
} finally {
  await stop()
}
for (const failure of failures) console.error(`FAILED: ${failure}`)
process.exitCode = failures.length > 0 ? 1 : 0

/** Every file whose upload succeeded must be present with the bytes sent. */
async function manyFilesWithKills(): Promise<void> {
  const since = performance.now()
  const sent = new Map<string, string>()
  let next = 0
  let kills = 0
  const work = async () => {
    for (let number = next++; number < count; number = next++) {
      const content = Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(2_000 + (number % 50) * 1_000)])
      const files = { File: { content: new Blob([content]), fileName: `file ${number}.pdf` } }
      const { id } = await untilAnswered(() => client.call(saveFile, { body: { Path: `batch/${number % 10}` }, files }))
      sent.set(id, sha256(content))
    }
  }
  const killing = (async () => {
    for (const share of [1 / 3, 2 / 3]) {
      while (sent.size < count * share) await setTimeout(20)
      await restart()
      kills++
    }
  })()
  await Promise.all([...Array.from({ length: clients }, work), killing])
  const seconds = (performance.now() - since) / 1000
  let wrong = 0
  for (const [id, hash] of sent) {
    const answer = await fetch(`${origin}/api/filemanager/DownloadDocument/${id}`)
    if (sha256(Buffer.from(await answer.arrayBuffer())) !== hash) wrong++
  }
  console.log(
    `${sent.size} files by ${clients} clients with ${kills} kills in ${seconds.toFixed(1)} s, ${wrong} missing or wrong`,
  )
  if (wrong > 0 || sent.size !== count) failures.push('files that were answered with success are missing or wrong')
}

/** A file on disk that starts like a PDF. */
async function largeFile(): Promise<{ file: string; size: number; hash: string }> {
  const file = path.join(folder, 'large.pdf')
  const size = megabytes * 1024 * 1024
  const hash = createHash('sha256')
  const handle = await open(file, 'w')
  for (let at = 0; at < size; at += 1024 * 1024) {
    const piece = randomBytes(Math.min(1024 * 1024, size - at))
    if (at === 0) piece.write('%PDF-1.4\n')
    hash.update(piece)
    await handle.write(piece)
  }
  await handle.close()
  return { file, size, hash: hash.digest('hex') }
}

async function uploadThatIsKilled(large: { file: string; size: number; hash: string }): Promise<void> {
  const blob = await openAsBlob(large.file)
  const started = await client.call(startFileUpload, { body: { name: 'large.pdf', size: large.size } })
  const parts = Math.ceil(large.size / started.partBytes)
  const upload = started.id
  const send = (part: number) =>
    client.call(addFilePart, {
      params: { upload, part },
      body: {},
      files: {
        Part: { content: blob.slice((part - 1) * started.partBytes, part * started.partBytes), fileName: 'part' },
      },
    })
  const half = Math.ceil(parts / 2)
  for (let part = 1; part < half; part++) await send(part)
  // Kill the server in the middle of a part.
  const interrupted = send(half).then(
    () => undefined,
    () => undefined,
  )
  await restart()
  await interrupted
  const names = await namesAt('/files')
  if (names.includes('large.pdf')) failures.push('a half uploaded file is visible')
  const { parts: kept } = await client.call(getFileUpload, { params: { upload } })
  for (let part = 1; part <= parts; part++) if (!kept.includes(part)) await send(part)
  const file = await client.call(finishFileUpload, { params: { upload } })
  console.log(
    `upload of ${megabytes} MB: server killed in part ${half} of ${parts}, ${kept.length} parts kept, resumed, hash ${
      file.hash === large.hash ? 'right' : 'WRONG'
    }`,
  )
  if (file.hash !== large.hash) failures.push('the resumed upload has other bytes')
}

async function zipThatIsKilled(): Promise<void> {
  const { folders, documents } = await client.call(getFolderContent, { query: { path: '/files' } })
  const ids = [...folders, ...documents].map(({ id }) => id)
  const { jobId } = await client.call(downloadFolder, { body: { name: 'all', folders: ids } })
  const job = () => untilAnswered(() => client.call(getJob, { params: { job: jobId } }))
  while ((await job()).status === 'Pending') await setTimeout(10)
  const before = await job()
  await restart()
  while (['Pending', 'InProgress'].includes((await job()).status)) await setTimeout(200)
  const after = await job()
  const answer = await fetch(`${origin}/api/backgroundjob/download/${jobId}`)
  const bytes = (await answer.arrayBuffer()).byteLength
  console.log(
    `zip of everything: ${before.status} at ${before.progress.toFixed(0)} % when the server was killed, ${after.status} afterwards, ${(bytes / 1e6).toFixed(0)} MB`,
  )
  if (after.status !== 'Success' || bytes < megabytes * 1024 * 1024) failures.push('the zip was not made again')
}

/** Upload and download large files at the same time; none may be held in memory. */
async function memoryUnderStreams(large: { file: string; size: number }): Promise<void> {
  const blob = await openAsBlob(large.file)
  const { documents } = await client.call(getFolderContent, { query: { path: '/files' } })
  const id = documents.find(({ name }) => name === 'large.pdf')?.id ?? ''
  const start = await residentBytes()
  let most = start
  let busy = true
  const watching = (async () => {
    while (busy) {
      most = Math.max(most, await residentBytes())
      await setTimeout(250)
    }
  })()
  const since = performance.now()
  const uploads = Array.from({ length: streams }, (_, number) => {
    const files = { File: { content: blob, fileName: `stream ${number}.pdf` } }
    return client.call(saveFile, { body: { Path: 'streams' }, files })
  })
  const downloads = Array.from({ length: streams }, async () => {
    const answer = await fetch(`${origin}/api/filemanager/DownloadDocument/${id}`)
    let bytes = 0
    for await (const piece of answer.body ?? []) bytes += (piece as Uint8Array).length
    if (bytes !== large.size) failures.push('a download is not whole')
  })
  await Promise.all([...uploads, ...downloads])
  busy = false
  await watching
  const grown = most - start
  console.log(
    `${streams} uploads and ${streams} downloads of ${megabytes} MB in ${((performance.now() - since) / 1000).toFixed(0)} s: memory ${megabytesOf(start)} at the start, ${megabytesOf(most)} at most (+${megabytesOf(grown)}, allowed +${megabytesOf(mostMemory)})`,
  )
  if (grown > mostMemory) failures.push('the server held too much in memory')
}

async function residentBytes(): Promise<number> {
  return (await client.call(getDiagnostics)).memory.residentBytes
}

async function namesAt(at: string): Promise<string[]> {
  const { documents } = await client.call(getFolderContent, { query: { path: at } })
  return documents.map(({ name }) => name)
}

function sha256(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}

function megabytesOf(bytes: number): string {
  return `${Math.round(bytes / 1024 / 1024)} MB`
}
