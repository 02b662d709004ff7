import type { SentBody } from '@sheetwright/contract/call.ts'
import { createClient } from '@sheetwright/contract/client.ts'
import { downloadLinkedFile } from '@sheetwright/contract/files/download-linked-file.ts'
import { getLinkedFile } from '@sheetwright/contract/files/get-linked-file.ts'
import { listOutbox } from '@sheetwright/contract/mail/list-outbox.ts'
import { readMail } from '@sheetwright/contract/mail/read-mail.ts'
import { getProduct } from '@sheetwright/contract/products/get-product.ts'
import { createAnonymousUser } from '@sheetwright/contract/visitors/create-anonymous-user.ts'
import { createLinkResource } from '@sheetwright/contract/visitors/create-link-resource.ts'
import { generateVisitorToken } from '@sheetwright/contract/visitors/generate-visitor-token.ts'
import { listFileLinks } from '@sheetwright/contract/visitors/list-file-links.ts'
import { revokeLinkResource } from '@sheetwright/contract/visitors/revoke-link-resource.ts'
import { sendOneTimeCode } from '@sheetwright/contract/visitors/send-one-time-code.ts'
import { copyEntry } from '@sheetwright/contract/files/copy-entry.ts'
import { createFolder } from '@sheetwright/contract/files/create-folder.ts'
import { deleteFile } from '@sheetwright/contract/files/delete-file.ts'
import { deleteFolder } from '@sheetwright/contract/files/delete-folder.ts'
import { downloadFile } from '@sheetwright/contract/files/download-file.ts'
import { downloadFileVersion } from '@sheetwright/contract/files/download-file-version.ts'
import { downloadFolder } from '@sheetwright/contract/files/download-folder.ts'
import { filesRootId } from '@sheetwright/contract/files/file-entry.ts'
import { partBytes } from '@sheetwright/contract/files/file-upload.ts'
import { addFilePart } from '@sheetwright/contract/files/add-file-part.ts'
import { cancelFileUpload } from '@sheetwright/contract/files/cancel-file-upload.ts'
import { finishFileUpload } from '@sheetwright/contract/files/finish-file-upload.ts'
import { getFileUpload } from '@sheetwright/contract/files/get-file-upload.ts'
import { startFileUpload } from '@sheetwright/contract/files/start-file-upload.ts'
import { getFile } from '@sheetwright/contract/files/get-file.ts'
import { previewFile } from '@sheetwright/contract/files/preview-file.ts'
import { getFolder } from '@sheetwright/contract/files/get-folder.ts'
import { getFolderContent } from '@sheetwright/contract/files/get-folder-content.ts'
import { listFiles } from '@sheetwright/contract/files/list-files.ts'
import { listUserGroupLabels } from '@sheetwright/contract/files/list-user-group-labels.ts'
import { restoreFileVersion } from '@sheetwright/contract/files/restore-file-version.ts'
import { saveFile } from '@sheetwright/contract/files/save-file.ts'
import { undeleteEntry } from '@sheetwright/contract/files/undelete-entry.ts'
import { updateFile } from '@sheetwright/contract/files/update-file.ts'
import { updateFolder } from '@sheetwright/contract/files/update-folder.ts'
import { uploadFolder } from '@sheetwright/contract/files/upload-folder.ts'
import { retryJob } from '@sheetwright/contract/jobs/retry-job.ts'
import { downloadJobFile } from '@sheetwright/contract/jobs/download-job-file.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { workbookFile } from '../../demo/workbook-file.ts'
import { jobDefinitions } from '../../src/background.ts'
import { purgeDeletedEntries } from '../../src/features/files/entry-changes.store.ts'
import { webClientId } from '../../src/platform/identity/issuers.ts'
import { waitForJob } from '../../src/platform/jobs/wait-for-job.ts'
import { defaultWorkerOptions, startWorker, type Worker } from '../../src/platform/jobs/worker.ts'
import { codeOf, productOf, upload as uploadDocument } from '../documents/people.ts'
import { pdfFile, sheetFile, zipOf } from '../documents/sample-files.ts'
import { type SignedIn, useTestServer } from '../support/test-server.ts'

const server = useTestServer({ SHEETWRIGHT_MAX_UPLOAD_MB: '30' })
let worker: Worker
beforeAll(async () => {
  worker = await startWorker(server().services, jobDefinitions, defaultWorkerOptions)
})
afterAll(async () => {
  await worker.stop()
})

type Given = SentBody<typeof saveFile>

function save({ client }: SignedIn, fileName: string, content: Buffer, body: Given = {}) {
  return client.call(saveFile, { body, files: { File: { content: new Blob([Uint8Array.from(content)]), fileName } } })
}

function folder({ client }: SignedIn, name: string, more: Partial<SentBody<typeof createFolder>> = {}) {
  return client.call(createFolder, { body: { name, ...more } })
}

async function namesAt({ client }: SignedIn, path = '/files'): Promise<string[]> {
  const { folders, documents } = await client.call(getFolderContent, { query: { path } })
  return [...folders, ...documents].map(({ name }) => name)
}

async function bytesOf({ client }: SignedIn, id: string): Promise<Buffer> {
  const { blob } = await client.call(downloadFile, { params: { id } })
  return Buffer.from(await blob.arrayBuffer())
}

async function ended({ tenantId, userId }: SignedIn, jobId: string) {
  const job = await waitForJob(server().services, { tenantId, userId, jobId }, new AbortController().signal)
  if (job === undefined) throw new Error('The job is gone')
  return job
}

describe('a file', () => {
  it('is shown as its tables, its safe HTML or not at all, to those who see it', async () => {
    const owner = await server().signIn()
    const sheet = { name: 'Rates', cells: { A1: 'Plan', A2: 'Plus' } }
    const shown = async (name: string, content: Buffer) => {
      const { id } = await save(owner, name, content)
      return { id, preview: await owner.client.call(previewFile, { params: { id } }) }
    }
    const book = await shown('rates.xlsx', await workbookFile({ sheets: [sheet], names: [] }))
    expect(book.preview).toMatchObject({ kind: 'text', parts: [{ title: 'Rates', text: 'Plan\nPlus' }] })
    const page = await shown('a.html', Buffer.from('<h1>Hello</h1><script>alert(1)</script>'))
    expect(page.preview).toEqual({ kind: 'html', html: '<h1>Hello</h1>', shortened: false })
    expect((await shown('b.pdf', Buffer.from('%PDF-1.4\n'))).preview).toEqual({ kind: 'pdf' })
    const { id } = await save(owner, 'mine.html', Buffer.from('<p>Mine</p>'), { PrivacyLevel: 'Private' })
    const other = await server().signIn({ tenant: owner })
    await expect(other.client.call(previewFile, { params: { id } })).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' })
  })

  it('keeps its bytes under any name, and the same name makes a version', async () => {
    const person = await server().signIn()
    const names = [
      '料率表 2026.pdf',
      '😀 rate…v1.2.final.pdf',
      '.hidden.pdf',
      `${'a'.repeat(251)}.pdf`,
      "it's 100% #1 & more;+.pdf",
      'Ω≈ç√.PDF',
      'con.pdf',
    ]
    for (const name of names) {
      const file = await save(person, name, pdfFile(name))
      expect([file.name, file.version, file.path]).toEqual([name, 1, `/files/${name}`])
      const { blob, fileName } = await person.client.call(downloadFile, { params: { id: file.id } })
      expect([fileName, Buffer.from(await blob.arrayBuffer()).equals(pdfFile(name))]).toEqual([name, true])
    }
    expect((await namesAt(person)).toSorted()).toEqual(names.toSorted())
    const second = await save(person, '料率表 2026.PDF', pdfFile('second'))
    expect([second.name, second.version]).toEqual(['料率表 2026.pdf', 2])
    const old = await person.client.call(downloadFileVersion, { params: { id: second.id, version: 1 } })
    expect(Buffer.from(await old.blob.arrayBuffer())).toEqual(pdfFile('料率表 2026.pdf'))
    await person.client.call(restoreFileVersion, { params: { id: second.id, version: 1 } })
    const { file, versions } = await person.client.call(getFile, { params: { id: second.id } })
    expect([file.version, versions.map(({ restoredFrom }) => restoredFrom)]).toEqual([3, [1, null, null]])
    expect(await bytesOf(person, second.id)).toEqual(pdfFile('料率表 2026.pdf'))
    await server().services.files.collect(person.tenantId, new Date(Date.now() + 60_000))
    expect(await bytesOf(person, second.id)).toEqual(pdfFile('料率表 2026.pdf'))
  })

  it('is refused under a bad name, of another type, with other content, too large or as a bomb', async () => {
    const person = await server().signIn()
    for (const name of ['..', 'a\u0001.pdf', 'a\u202efdp.exe.pdf', `${'a'.repeat(260)}.pdf`, 'a|b.pdf']) {
      expect([name, await codeOf(save(person, name, pdfFile('x')))]).toEqual([name, 'INVALID_INPUT'])
    }
    expect(await codeOf(save(person, 'a.exe', pdfFile('x')))).toBe('INVALID_FILE_TYPE')
    expect(await codeOf(save(person, 'a.pdf', Buffer.from('MZ not a pdf')))).toBe('INVALID_FILE_TYPE')
    expect(await codeOf(save(person, 'a.xlsx', await zipOf({ 'a.txt': 'x' })))).toBe('INVALID_FILE_TYPE')
    expect(await codeOf(save(person, 'a.pdf', Buffer.alloc(0)))).toBe('INVALID_FILE_TYPE')
    const large = Buffer.concat([pdfFile('x'), Buffer.alloc(31 * 1024 * 1024)])
    expect(await codeOf(save(person, 'large.pdf', large))).toBe('FILE_SIZE_LIMIT_EXCEEDED')
    const bomb = await zipOf({ '[Content_Types].xml': '<a/>', 'xl/a.xml': '0'.repeat(60_000_000) })
    expect(await codeOf(save(person, 'bomb.xlsx', bomb))).toBe('FILE_SIZE_LIMIT_EXCEEDED')
    expect(await namesAt(person)).toEqual([])
    await save(person, 'good.xlsx', await sheetFile())
  })

  it('brought by many at once under one name is one file with as many versions, none lost', async () => {
    const one = await server().signIn()
    const two = await server().signIn({ tenant: one })
    const sent = Array.from({ length: 10 }, (_, n) =>
      save(n % 2 === 0 ? one : two, 'Same.pdf', pdfFile(`${n}`), { Path: 'new/deep' }),
    )
    const files = await Promise.all(sent)
    expect(new Set(files.map(({ id }) => id)).size).toBe(1)
    expect(files.map(({ version }) => version).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    const { versions } = await two.client.call(getFile, { params: { id: files[0]?.id ?? '' } })
    expect(new Set(versions.map(({ hash }) => hash)).size).toBe(10)
    expect(await namesAt(one, '/files/new/deep')).toEqual(['Same.pdf'])
  })

  it('is downloaded in parts', async () => {
    const person = await server().signIn()
    const content = Buffer.concat([pdfFile('x'), Buffer.from('0123456789'.repeat(100))])
    const { id, hash } = await save(person, 'parts.pdf', content)
    const address = `${server().origin}/api/filemanager/DownloadDocument/${id}`
    const answer = await fetch(address, { headers: { ...person.headers, range: 'bytes=100-199' } })
    expect([answer.status, answer.headers.get('content-range')]).toEqual([206, `bytes 100-199/${content.length}`])
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(content.subarray(100, 200))
    const same = await fetch(address, { headers: { ...person.headers, 'if-none-match': `"${hash}"` } })
    expect(same.status).toBe(304)
    const beyond = await fetch(address, { headers: { ...person.headers, range: 'bytes=999999-' } })
    expect(beyond.status).toBe(416)
  })
})

describe('a file in parts', () => {
  it('is continued after a part was lost, finished once, and only whole', async () => {
    const person = await server().signIn()
    const content = Buffer.concat([pdfFile('x'), Buffer.alloc(2 * partBytes, 7)])
    const { id } = await person.client.call(startFileUpload, {
      body: { name: 'big.pdf', size: content.length, path: 'in/here' },
    })
    const send = (part: number, bytes: Buffer) =>
      person.client.call(addFilePart, {
        params: { upload: id, part },
        body: {},
        files: { Part: { content: new Blob([Uint8Array.from(bytes)]), fileName: 'part' } },
      })
    const piece = (part: number) => content.subarray((part - 1) * partBytes, part * partBytes)
    await send(1, piece(1))
    await send(3, piece(3))
    expect(await codeOf(send(2, piece(2).subarray(1)))).toBe('INVALID_INPUT')
    expect(await codeOf(send(4, piece(1)))).toBe('INVALID_INPUT')
    expect((await person.client.call(getFileUpload, { params: { upload: id } })).parts).toEqual([1, 3])
    const finish = () => person.client.call(finishFileUpload, { params: { upload: id } })
    expect(await codeOf(finish())).toBe('UPLOAD_INCOMPLETE')
    expect(await namesAt(person)).toEqual([])
    const stranger = await server().signIn({ tenant: person })
    expect(await codeOf(stranger.client.call(getFileUpload, { params: { upload: id } }))).toBe('UPLOAD_NOT_FOUND')
    // Parts survive the collection of unreferenced content.
    await server().services.files.collect(person.tenantId, new Date(Date.now() + 60_000))
    await send(2, piece(2))
    const outcomes = await Promise.allSettled([finish(), finish()])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const { documents } = await person.client.call(getFolderContent, { query: { path: '/files/in/here' } })
    expect(documents.map(({ name, version, size }) => [name, version, size])).toEqual([['big.pdf', 1, content.length]])
    expect((await bytesOf(person, documents[0]?.id ?? '')).equals(content)).toBe(true)
  })

  it('is refused when it is too large or of no known type, and can be given up', async () => {
    const { client } = await server().signIn()
    const start = (name: string, size: number) => client.call(startFileUpload, { body: { name, size } })
    expect(await codeOf(start('a.pdf', 31 * 1024 * 1024))).toBe('FILE_SIZE_LIMIT_EXCEEDED')
    expect(await codeOf(start('a.exe', 10))).toBe('INVALID_FILE_TYPE')
    const { id } = await start('a.pdf', 10)
    await client.call(cancelFileUpload, { params: { upload: id } })
    expect(await codeOf(client.call(getFileUpload, { params: { upload: id } }))).toBe('UPLOAD_NOT_FOUND')
  })
})

describe('a folder', () => {
  it('is made below the root of the files and nowhere else', async () => {
    const person = await server().signIn()
    for (const path of ['', '/', '/products', '/products/x', '/Products/x/y']) {
      expect([path, await codeOf(folder(person, 'a', { path }))]).toEqual([path, 'FOLDER_NOT_ALLOWED'])
    }
    expect(await codeOf(folder(person, 'a', { path: '/elsewhere' }))).toBe('FOLDER_NOT_FOUND')
    const made = await folder(person, '年度', { metadata: { Owner: 'Ito' } })
    expect(made).toMatchObject({ path: '/files/年度', kind: 'folder', parentId: filesRootId, access: 'manage' })
    expect(await codeOf(folder(person, '年度'))).toBe('ENTRY_ALREADY_EXISTS')
    await folder(person, 'May', { path: '/files/年度' })
    expect(await namesAt(person, '/files/年度')).toEqual(['May'])
    expect((await person.client.call(getFolder, { params: { id: made.id } })).metadata).toEqual({ Owner: 'Ito' })
    expect(await namesAt(person, '/')).toEqual(['files', 'products'])
  })

  it('is renamed and moved with all that is in it, never into itself', async () => {
    const person = await server().signIn()
    const a = await folder(person, 'a')
    const b = await folder(person, 'b', { path: '/files/a' })
    const file = await save(person, 'x.pdf', pdfFile('x'), { FolderId: b.id })
    const change = (id: string, body: SentBody<typeof updateFolder>) =>
      person.client.call(updateFolder, { params: { id }, body })
    expect(await codeOf(change(a.id, { folderId: b.id }))).toBe('FOLDER_NOT_ALLOWED')
    expect(await codeOf(change(a.id, { folderId: a.id }))).toBe('FOLDER_NOT_ALLOWED')
    await change(a.id, { name: 'A2' })
    await change(b.id, { folderId: filesRootId, metadata: { k: 'v' } })
    expect((await person.client.call(getFile, { params: { id: file.id } })).file.path).toBe('/files/b/x.pdf')
    const rename = (name: string) => person.client.call(updateFile, { params: { id: file.id }, body: { name } })
    expect(await codeOf(rename('x.xlsx'))).toBe('INVALID_FILE_TYPE')
    expect((await rename('y.pdf')).name).toBe('y.pdf')
    await person.client.call(updateFile, { params: { id: file.id }, body: { folderId: a.id } })
    expect(await namesAt(person, '/files/A2')).toEqual(['y.pdf'])
    expect(await codeOf(change(filesRootId, { name: 'x' }))).toBe('FOLDER_NOT_ALLOWED')
  })

  it('is copied with what is in it, under a free name', async () => {
    const person = await server().signIn()
    const a = await folder(person, 'a')
    const file = await save(person, 'x.pdf', pdfFile('x'), { FolderId: a.id, Path: 'sub' })
    const copy = (id: string, folderId: string) => person.client.call(copyEntry, { params: { id }, body: { folderId } })
    expect(await codeOf(copy(a.id, a.id))).toBe('FOLDER_NOT_ALLOWED')
    await copy(a.id, filesRootId)
    await copy(file.id, file.folderId)
    expect(await namesAt(person)).toEqual(['a', 'a (2)'])
    expect(await namesAt(person, '/files/a (2)/sub')).toEqual(['x.pdf'])
    expect(await namesAt(person, '/files/a/sub')).toEqual(['x (2).pdf', 'x.pdf'])
  })

  it('is copied with who sees what in it', async () => {
    const owner = await server().signIn({ groups: ['user:pf'] })
    const member = await server().signIn({ tenant: owner, groups: ['user:pf', 'user:pf.actuaries'] })
    const other = await server().signIn({ tenant: owner, groups: ['user:pf'] })
    const all = await folder(owner, 'all')
    const pay = { path: '/files/all', privacyLevel: 'Restricted' as const, userGroups: ['user:pf.actuaries'] }
    const inner = await folder(owner, 'pay', pay)
    await save(owner, 'x.pdf', pdfFile('x'), { FolderId: inner.id })
    const own = { FolderId: all.id, PrivacyLevel: 'Private' as const }
    await save(member, 'mine.pdf', pdfFile('mine'), own)
    await member.client.call(copyEntry, { params: { id: all.id }, body: { folderId: filesRootId, name: 'copy' } })
    expect(await namesAt(member, '/files/copy')).toEqual(['pay', 'mine.pdf'])
    expect(await namesAt(member, '/files/copy/pay')).toEqual(['x.pdf'])
    expect(await namesAt(other, '/files/copy')).toEqual([])
    expect(await codeOf(namesAt(other, '/files/copy/pay'))).toBe('FOLDER_NOT_FOUND')
  })

  it('with content is deleted by force, in the background, and comes back with what went with it', async () => {
    const person = await server().signIn()
    const a = await folder(person, 'a')
    await save(person, 'x.pdf', pdfFile('x'), { FolderId: a.id, Path: 'deep/er' })
    const before = await save(person, 'old.pdf', pdfFile('y'), { FolderId: a.id })
    await person.client.call(deleteFile, { params: { id: before.id } })
    const remove = (force: 'true' | 'false') =>
      person.client.call(deleteFolder, { params: { id: a.id }, query: { force } })
    expect(await codeOf(remove('false'))).toBe('FOLDER_NOT_EMPTY')
    const { jobId } = await remove('true')
    expect((await ended(person, jobId ?? '')).status).toBe('Success')
    expect(await namesAt(person)).toEqual([])
    const deleted = await person.client.call(listFiles, { body: { deleted: true } })
    // The file deleted earlier is in a deleted folder; it can be restored after that one.
    expect(deleted.items.map(({ entry }) => entry.name).toSorted()).toEqual(['a', 'old.pdf'])
    expect(await codeOf(person.client.call(undeleteEntry, { params: { id: before.id } }))).toBe('FILE_NOT_FOUND')
    await folder(person, 'A')
    const back = (id: string, body = {}) => person.client.call(undeleteEntry, { params: { id }, body })
    expect(await codeOf(back(a.id))).toBe('ENTRY_ALREADY_EXISTS')
    await back(a.id, { name: 'a again' })
    expect(await namesAt(person, '/files/a again/deep/er')).toEqual(['x.pdf'])
    await back(before.id)
    expect(await namesAt(person, '/files/a again')).toEqual(['deep', 'old.pdf'])
    await person.client.call(deleteFile, { params: { id: before.id } })
    await server().services.db.inTenant(person.tenantId, async (tx) => {
      await tx.q.execute(sql`UPDATE file_entries SET deleted_at = now() - interval '31 days' WHERE id = ${before.id}`)
      expect(await purgeDeletedEntries(tx)).toBe(1)
    })
    expect(await codeOf(back(before.id))).toBe('FILE_NOT_FOUND')
  })
})

describe('who sees what', () => {
  it('is everybody, those listed, or the owner alone; what lies in a hidden folder is hidden', async () => {
    const owner = await server().signIn({ groups: ['user:pf'] })
    const inTenant = (groups: string[]) => server().signIn({ tenant: owner, groups })
    const member = await inTenant(['user:pf.actuaries'])
    const other = await inTenant(['user:pf'])
    const boss = await inTenant(['supervisor:pf'])
    const outside = await server().signIn()
    const secret = await folder(owner, 'secret', { privacyLevel: 'Private' })
    const listed = await folder(owner, 'listed', { privacyLevel: 'Restricted', userGroups: ['user:pf.actuaries'] })
    await save(owner, 'own.pdf', pdfFile('own'), { FolderId: secret.id })
    const shared = await save(owner, 'shared.pdf', pdfFile('shared'), { FolderId: listed.id })
    expect(await namesAt(owner)).toEqual(['listed', 'secret'])
    expect(await namesAt(member)).toEqual(['listed'])
    expect(await namesAt(other)).toEqual([])
    expect(await namesAt(boss)).toEqual(['listed'])
    expect(await namesAt(outside)).toEqual([])
    const found = async ({ client }: SignedIn) =>
      (await client.call(listFiles, { body: { text: '.pdf' } })).items.map(({ entry }) => entry.name)
    expect(await found(owner)).toEqual(['own.pdf', 'shared.pdf'])
    expect(await found(member)).toEqual(['shared.pdf'])
    expect(await found(other)).toEqual([])
    for (const person of [other, outside]) {
      expect(await codeOf(bytesOf(person, shared.id))).toBe('FILE_NOT_FOUND')
      expect(await codeOf(save(person, 'a.pdf', pdfFile('a'), { FolderId: listed.id }))).toBe('FOLDER_NOT_FOUND')
      expect(await codeOf(person.client.call(downloadFolder, { body: { name: 'x', folders: [listed.id] } }))).toBe(
        'FILE_NOT_FOUND',
      )
    }
    // A name taken by a hidden entry is not available, and the answer reveals nothing about the entry.
    expect(await codeOf(folder(other, 'Secret'))).toBe('ENTRY_ALREADY_EXISTS')
    expect((await save(member, 'shared.pdf', pdfFile('2'), { FolderId: listed.id })).version).toBe(2)
    expect(await codeOf(member.client.call(deleteFile, { params: { id: shared.id } }))).toBe('PERMISSION_DENIED')
    const open = { params: { id: shared.id }, body: { privacyLevel: 'Public' as const } }
    expect(await codeOf(member.client.call(updateFile, open))).toBe('PERMISSION_DENIED')
    await boss.client.call(deleteFile, { params: { id: shared.id } })
    expect(await owner.client.call(listUserGroupLabels)).toContain('user:pf.actuaries')
  })
})

it('gives a visitor the file of their link and nothing else, until the link is taken back or the file deleted', async () => {
  const [owner, other] = await Promise.all([server().signIn(), server().signIn()])
  const [file, hidden] = [await save(owner, '料率.pdf', pdfFile('one')), await save(owner, 'other.pdf', pdfFile('two'))]
  const link = (documentId: string) => owner.client.call(createLinkResource, { body: { documentId, maxUses: 3 } })
  const linkId = await link(file.id)
  const outsider = await server().signIn({ tenant: owner })
  expect(await codeOf(other.client.call(createLinkResource, { body: { documentId: file.id } }))).toBe('FILE_NOT_FOUND')
  const denied = outsider.client.call(createLinkResource, { body: { documentId: file.id } })
  expect(await codeOf(denied)).toBe('PERMISSION_DENIED')
  expect(await codeOf(outsider.client.call(listFileLinks, { params: { id: file.id } }))).toBe('PERMISSION_DENIED')
  expect(await codeOf(outsider.client.call(revokeLinkResource, { params: { linkId } }))).toBe('PERMISSION_DENIED')
  const wrong = [{}, { documentId: file.id, product: 'Motor' }, { documentId: 'x' }]
  const codes = wrong.map((body) => codeOf(owner.client.call(createLinkResource, { body })))
  expect(await Promise.all(codes)).toEqual(['MISSING_KEY_IN_BODY', 'INVALID_INPUT', 'INVALID_INPUT'])

  const visit = await visitorOf(owner, linkId)
  expect(new URL(visit.targetUrl).pathname).toBe(`/shared/files/${linkId}`)
  const params = { linkId }
  const shown = await visit.client.call(getLinkedFile, { params })
  expect(shown).toMatchObject({ name: '料率.pdf', size: file.size, organisation: owner.tenantName })
  await save(owner, '料率.pdf', pdfFile('newer'))
  const { blob, fileName } = await visit.client.call(downloadLinkedFile, { params })
  expect([fileName, Buffer.from(await blob.arrayBuffer())]).toEqual(['料率.pdf', pdfFile('newer')])
  const elsewhere = await link(hidden.id)
  expect(await codeOf(visit.client.call(downloadLinkedFile, { params: { linkId: elsewhere } }))).toBe('NOT_FOUND')
  const refused = [
    visit.client.call(downloadFile, { params: { id: file.id } }),
    visit.client.call(getFolderContent, { query: { path: '/files' } }),
    visit.client.call(getProduct, { params: { product: 'Motor' } }),
  ]
  expect(new Set(await Promise.all(refused.map(codeOf)))).toEqual(new Set(['PERMISSION_DENIED']))

  const { links } = await owner.client.call(listFileLinks, { params: { id: file.id } })
  expect(links).toMatchObject([
    { id: linkId, documentId: file.id, serviceName: '', state: 'active', uses: 1, visitors: 1, results: 1, maxUses: 3 },
  ])
  expect(await owner.client.call(revokeLinkResource, { params })).toMatchObject({ state: 'revoked' })
  expect(await codeOf(visit.client.call(downloadLinkedFile, { params }))).toBe('UNAUTHORIZED_ACCESS')

  const second = await visitorOf(owner, elsewhere)
  await owner.client.call(deleteFile, { params: { id: hidden.id } })
  const afterwards = second.client.call(downloadLinkedFile, { params: { linkId: elsewhere } })
  expect(await codeOf(afterwards)).toBe('UNAUTHORIZED_ACCESS')
})

/** A visitor who used a link and proved their address. */
async function visitorOf(owner: SignedIn, linkId: string) {
  const nobody = createClient({ baseUrl: server().origin, headers: () => ({}) })
  const way = { linkId, client: webClientId, realm: owner.tenantName }
  const { anonymousUserId } = await nobody.call(createAnonymousUser, {
    body: { ...way, email: 'visitor@example.test' },
  })
  await nobody.call(sendOneTimeCode, { body: { ...way, anonymousUserId } })
  const supervisor = await server().signIn({ tenant: owner, groups: ['supervisor:pf'] })
  const { mails } = await supervisor.client.call(listOutbox)
  const { body } = await supervisor.client.call(readMail, { params: { id: mails[0]?.id ?? '' } })
  const code = /\b\d{6}\b/.exec(body)?.[0] ?? ''
  const { access_token, targetUrl } = await nobody.call(generateVisitorToken, {
    body: { ...way, anonymousUserId, code },
  })
  const headers = () => ({ Authorization: `Bearer ${access_token}` })
  return { targetUrl, client: createClient({ baseUrl: server().origin, headers }) }
}

it('finds by names and metadata, also in one folder alone', async () => {
  const person = await server().signIn()
  const a = await folder(person, 'Tariffs 100%')
  await save(person, 'x.pdf', pdfFile('x'), { FolderId: a.id, Path: 'deep', Metadata: '{"承認者":"Suzuki"}' })
  await save(person, 'suzuki.pdf', pdfFile('y'))
  const find = async (text: string, folderId?: string) =>
    (
      await person.client.call(listFiles, { body: { text, ...(folderId === undefined ? {} : { folderId }) } })
    ).items.map(({ entry }) => entry.path)
  expect(await find('SUZUKI')).toEqual(['/files/suzuki.pdf', '/files/Tariffs 100%/deep/x.pdf'])
  expect(await find('suzuki', a.id)).toEqual(['/files/Tariffs 100%/deep/x.pdf'])
  expect(await find('100%')).toEqual(['/files/Tariffs 100%'])
  expect(await find('承認')).toHaveLength(1)
  expect(await find('nothing')).toEqual([])
})

it('shows products with their sections and documents, to those who see the product', async () => {
  const owner = await server().signIn()
  const product = await productOf(owner, 'Motor 保険')
  await uploadDocument(owner, product, { name: 'guide.pdf', content: pdfFile('g') }, { DocumentType: 'brochure' })
  expect(await namesAt(owner, '/products')).toEqual(['Motor 保険'])
  expect(await namesAt(owner, '/products/Motor 保険')).toEqual(['serviceDocumentation', 'brochure', 'images'])
  const { folder: section, documents } = await owner.client.call(getFolderContent, {
    query: { path: '/products/Motor 保険/brochure', sort: '-updatedAt' },
  })
  expect([section.kind, section.productId]).toEqual(['section', product])
  expect(documents.map(({ name, productId }) => [name, productId])).toEqual([['guide.pdf', product]])
  const other = await server().signIn({ tenant: owner })
  expect(await namesAt(other, '/products')).toEqual([])
  expect(await codeOf(namesAt(other, '/products/Motor 保険'))).toBe('FOLDER_NOT_FOUND')
})

describe('a zip', () => {
  const sendZip = async ({ client }: SignedIn, content: Buffer, Path = '') =>
    client.call(uploadFolder, {
      body: { Path },
      files: { File: { content: new Blob([Uint8Array.from(content)]), fileName: 'folder.zip' } },
    })

  it('is unpacked into folders, whole, and packed again with the same bytes', async () => {
    const person = await server().signIn()
    const pdf = pdfFile('x').toString('latin1')
    const { jobId } = await sendZip(person, await zipOf({ 'a/b/x.pdf': pdf, 'a/y.pdf': pdf, '__MACOSX/a': 'z' }), 'in')
    const job = await ended(person, jobId)
    expect([job.status, job.result]).toEqual(['Success', { files: 2, Url: '/admin/explorer/home/files/in' }])
    expect(await namesAt(person, '/files/in/a')).toEqual(['b', 'y.pdf'])
    // One name in two cases is one file.
    const twice = await sendZip(person, await zipOf({ 'Same.pdf': pdf, 'same.PDF': pdf }), 'twice')
    expect((await ended(person, twice.jobId)).status).toBe('Success')
    const same = await person.client.call(getFolderContent, { query: { path: '/files/twice' } })
    expect(same.documents.map(({ version }) => version)).toEqual([2])
    const { folders } = await person.client.call(getFolderContent, { query: { path: '/files' } })
    const packed = await person.client.call(downloadFolder, {
      body: { name: 'out', folders: folders.map(({ id }) => id), refreshToken: 'not kept' },
    })
    const packing = await ended(person, packed.jobId)
    expect([packing.status, JSON.stringify(packing.data).includes('not kept')]).toEqual(['Success', false])
    const { blob, fileName } = await person.client.call(downloadJobFile, { params: { job: packed.jobId } })
    expect(fileName).toBe('out.zip')
    const again = await sendZip(person, Buffer.from(await blob.arrayBuffer()))
    expect((await ended(person, again.jobId)).status).toBe('Success')
    const { documents } = await person.client.call(getFolderContent, { query: { path: '/files/in/a/b' } })
    expect(documents.map(({ version }) => version)).toEqual([2])
    expect(await bytesOf(person, documents[0]?.id ?? '')).toEqual(Buffer.from(pdf, 'latin1'))
  })

  it('with a file that may not be there leaves nothing; one that is none, or climbs out, is refused', async () => {
    const person = await server().signIn()
    const pdf = pdfFile('x').toString('latin1')
    const { jobId } = await sendZip(person, await zipOf({ 'a/x.pdf': pdf, 'a/run.exe': 'MZ' }))
    const job = await ended(person, jobId)
    expect([job.status, job.failureCode]).toEqual(['Fail', 'INVALID_FILE_TYPE'])
    expect(await namesAt(person)).toEqual([])
    expect(await codeOf(sendZip(person, Buffer.from('no zip')))).toBe('INVALID_FILE_TYPE')
    expect(await codeOf(sendZip(person, await zipOf({ 'a.xml': `<${' '.repeat(60_000_000)}/>` })))).toBe(
      'FILE_SIZE_LIMIT_EXCEEDED',
    )
    const climbing = Buffer.from(
      (await zipOf({ 'xx/xx/e.pdf': pdf })).toString('latin1').replaceAll('xx/xx', '../..'),
      'latin1',
    )
    expect(await codeOf(sendZip(person, climbing))).toBe('INVALID_FILE_TYPE')
    expect(await namesAt(person)).toEqual([])
  })
})

it('lets the file of a job expire, and runs the job again when asked', async () => {
  const person = await server().signIn()
  const file = await save(person, 'x.pdf', pdfFile('x'))
  const { jobId } = await person.client.call(downloadFolder, { body: { name: 'out', folders: [file.id] } })
  const done = await ended(person, jobId)
  expect(Date.parse(done.resultExpiresAt ?? '') - Date.now()).toBeGreaterThan(6 * 24 * 3600_000)
  const retry = () => person.client.call(retryJob, { params: { job: jobId } })
  const load = () => person.client.call(downloadJobFile, { params: { job: jobId } })
  expect(await codeOf(retry())).toBe('JOB_NOT_RETRYABLE')
  await server().services.db.inTenant(person.tenantId, (tx) =>
    tx.q.execute(sql`UPDATE job_files SET expires_at = now() - interval '1 second' WHERE job_id = ${jobId}`),
  )
  expect(await codeOf(load())).toBe('JOB_RESULT_EXPIRED')
  expect((await retry()).status).toBe('Pending')
  expect((await ended(person, jobId)).status).toBe('Success')
  expect((await load()).fileName).toBe('out.zip')
  await person.client.call(deleteFile, { params: { id: file.id } })
  const gone = await person.client.call(downloadFolder, {
    body: { name: 'gone', folders: [(await folder(person, 'a')).id] },
  })
  expect((await ended(person, gone.jobId)).status).toBe('Success')
})
