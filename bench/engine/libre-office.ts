import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findLibreOffice } from '../../packages/cli/src/libreoffice.ts'
import { columnName } from '../../packages/compiler/src/model/address.ts'
import type { PeerAnswer } from './peers.ts'
import type { Input, Measured } from './subject.ts'

/**
 * Headless LibreOffice. It runs a macro from its own profile, which loads the workbook once, sets each set of inputs,
 * recalculates what changed or everything, and writes the outputs and the time of every set into a file. Times are
 * wall-clock, in whole milliseconds. No set starts after `millis`.
 */
export async function libreOffice(
  { bound, ports }: Pick<Measured, 'bound' | 'ports'>,
  bytes: Uint8Array,
  sets: readonly (readonly Input[])[],
  { millis, longest, isWhole }: { readonly millis: number; readonly longest: number; readonly isWhole: boolean },
): Promise<PeerAnswer[]> {
  const program = findLibreOffice()
  if (!program) throw new Error('LibreOffice is not installed')
  const { sheets } = bound.workbook
  const placeOf = ({ sheet, row, col }: { sheet: number; row: number; col: number }) =>
    `${sheets[sheet]?.name ?? ''}\t${columnName(col)}${row + 1}`
  const folder = await mkdtemp(path.join(tmpdir(), 'sheetwright-bench-'))
  try {
    await writeFile(path.join(folder, 'workbook.xlsx'), bytes)
    await writeFile(path.join(folder, 'inputs.txt'), `${ports.inputs.map(placeOf).join('\n')}\n`)
    await writeFile(path.join(folder, 'outputs.txt'), `${ports.outputs.map(placeOf).join('\n')}\n`)
    await writeFile(path.join(folder, 'sets.txt'), `${sets.map((set) => set.map(written).join('\t')).join('\n')}\n`)
    const profile = `-env:UserInstallation=file://${path.join(folder, 'profile')}`
    // The first start creates the profile and would overwrite the macro.
    await ended(program, ['--headless', '--norestore', profile, '--terminate_after_init'], longest)
    await writeProfile(folder, macro(folder, millis, isWhole))
    await ended(program, ['--headless', '--norestore', '--nologo', profile, 'macro:///Standard.Bench.Measure'], longest)
    return answersOf(await readFile(path.join(folder, 'result.txt'), 'utf8'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Waits for a program; after the timeout, kills it with all processes it started. */
async function ended(program: string, args: readonly string[], longest: number): Promise<void> {
  const child = spawn(program, args, { detached: true, stdio: 'ignore' })
  const stop = () => {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
  }
  const timer = setTimeout(stop, longest)
  const [code, signal] = await new Promise<[number | null, string | null]>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (...how) => resolve(how))
  })
  clearTimeout(timer)
  if (signal !== null) throw new Error(`no answer within ${longest / 1000} s of starting`)
  if (code !== 0) throw new Error(`it ended with code ${code}`)
}

function written(value: Input): string {
  return typeof value === 'number' ? `n${value}` : `t${value}`
}

function answersOf(text: string): PeerAnswer[] {
  return text
    .split('\n')
    .filter((line) => line.length > 0)
    .map((line) => {
      const [millis, ...cells] = line.split('\t')
      const outputs = cells.map((cell) => (cell.startsWith('n') ? Number(cell.slice(1)) : cell.slice(1)))
      return { micros: Number(millis) * 1000, outputs }
    })
}

async function writeProfile(folder: string, code: string): Promise<void> {
  const library = path.join(folder, 'profile', 'user', 'basic', 'Standard')
  await mkdir(library, { recursive: true })
  const kind = (root: string) =>
    `<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE ${root} PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "${root.split(':')[1]}.dtd">\n`
  await writeFile(
    path.join(library, 'script.xlb'),
    `${kind('library:library')}<library:library xmlns:library="http://openoffice.org/2000/library" library:name="Standard" library:readonly="false" library:passwordprotected="false"><library:element library:name="Bench"/></library:library>`,
  )
  const text = code.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  await writeFile(
    path.join(library, 'Bench.xba'),
    `${kind('script:module')}<script:module xmlns:script="http://openoffice.org/2000/script" script:name="Bench" script:language="StarBasic">${text}</script:module>`,
  )
}

function macro(folder: string, millis: number, isWhole: boolean): string {
  return `
Function CellsOf(doc, file)
  Dim found(999)
  Dim n, line, parts, count
  n = FreeFile
  count = 0
  Open "${folder}/" & file For Input As #n
  Do While Not EOF(n)
    Line Input #n, line
    If Len(line) > 0 Then
      parts = Split(line, Chr(9))
      found(count) = doc.Sheets.getByName(parts(0)).getCellRangeByName(parts(1))
      count = count + 1
    End If
  Loop
  Close #n
  Dim cells(count - 1)
  For i = 0 To count - 1
    cells(i) = found(i)
  Next i
  CellsOf = cells
End Function

Sub Measure
  Dim hidden(0) As New com.sun.star.beans.PropertyValue
  Dim source, target, line, parts, begun, started, answer
  hidden(0).Name = "Hidden"
  hidden(0).Value = True
  doc = StarDesktop.loadComponentFromURL("file://${folder}/workbook.xlsx", "_blank", 0, hidden())
  doc.enableAutomaticCalculation(False)
  doc.calculateAll()
  inputs = CellsOf(doc, "inputs.txt")
  outputs = CellsOf(doc, "outputs.txt")
  source = FreeFile
  Open "${folder}/sets.txt" For Input As #source
  target = FreeFile
  Open "${folder}/result.txt" For Output As #target
  begun = GetSystemTicks()
  Do While Not EOF(source)
    Line Input #source, line
    If Len(line) > 0 And GetSystemTicks() - begun < ${millis} Then
      parts = Split(line, Chr(9))
      started = GetSystemTicks()
      For i = 0 To UBound(inputs)
        If Left(parts(i), 1) = "n" Then
          inputs(i).setValue(Val(Mid(parts(i), 2)))
        Else
          inputs(i).setString(Mid(parts(i), 2))
        End If
      Next i
      doc.${isWhole ? 'calculateAll' : 'calculate'}()
      answer = ""
      For i = 0 To UBound(outputs)
        If outputs(i).FormulaResultType2 = 1 Then
          answer = answer & Chr(9) & "n" & outputs(i).getValue()
        Else
          answer = answer & Chr(9) & "t" & outputs(i).getString()
        End If
      Next i
      Print #target, CStr(GetSystemTicks() - started) & answer
    End If
  Loop
  Close #target
  Close #source
  doc.close(True)
  StarDesktop.terminate()
End Sub
`
}
