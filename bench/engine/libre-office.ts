import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { findLibreOffice } from '../../packages/cli/src/libreoffice.ts'
import { columnName } from '../../packages/compiler/src/model/address.ts'
import type { Peer, PeerRun } from './peers.ts'
import type { Input, Measured } from './subject.ts'

const run = promisify(execFile)
/** A run that takes longer is given up. */
const LONGEST_MS = 300_000

/**
 * LibreOffice without a window. It runs a macro from a profile of its own, which loads the workbook once, puts each set of inputs
 * in, recalculates what depends on them and writes the outputs and the time of every set into a file.
 */
export function libreOffice({ bound, ports }: Pick<Measured, 'bound' | 'ports'>, bytes: Uint8Array): Peer {
  const program = findLibreOffice()
  if (!program) throw new Error('LibreOffice is not installed.')
  const { sheets } = bound.workbook
  const placeOf = ({ sheet, row, col }: { sheet: number; row: number; col: number }) =>
    `${sheets[sheet]?.name ?? ''}\t${columnName(col)}${row + 1}`
  return {
    name: 'LibreOffice',
    async evaluate(sets) {
      const folder = await mkdtemp(path.join(tmpdir(), 'sheetwright-bench-'))
      try {
        const file = path.join(folder, 'workbook.xlsx')
        await writeFile(file, bytes)
        await writeFile(path.join(folder, 'inputs.txt'), `${ports.inputs.map(placeOf).join('\n')}\n`)
        await writeFile(path.join(folder, 'outputs.txt'), `${ports.outputs.map(placeOf).join('\n')}\n`)
        await writeFile(path.join(folder, 'sets.txt'), `${sets.map((set) => set.map(written).join('\t')).join('\n')}\n`)
        const profile = `-env:UserInstallation=file://${path.join(folder, 'profile')}`
        // The first start makes the profile and would overwrite the macro.
        await run(program, ['--headless', '--norestore', profile, '--terminate_after_init'], { timeout: LONGEST_MS })
        await writeProfile(folder)
        await run(program, ['--headless', '--norestore', '--nologo', profile, 'macro:///Standard.Bench.Measure'], {
          timeout: LONGEST_MS,
        })
        return resultOf(await readFile(path.join(folder, 'result.txt'), 'utf8'))
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },
  }
}

function written(value: Input): string {
  return typeof value === 'number' ? `n${value}` : `t${value}`
}

function resultOf(text: string): PeerRun {
  const lines = text.split('\n').filter((line) => line.length > 0)
  return {
    micros: lines.map((line) => Number(line.slice(0, line.indexOf('\t'))) * 1000),
    outputs: lines.map((line) =>
      line
        .split('\t')
        .slice(1)
        .map((cell) => (cell.startsWith('n') ? Number(cell.slice(1)) : cell.slice(1))),
    ),
  }
}

async function writeProfile(folder: string): Promise<void> {
  const library = path.join(folder, 'profile', 'user', 'basic', 'Standard')
  await mkdir(library, { recursive: true })
  const kind = (root: string) =>
    `<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE ${root} PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "${root.split(':')[1]}.dtd">\n`
  await writeFile(
    path.join(library, 'script.xlb'),
    `${kind('library:library')}<library:library xmlns:library="http://openoffice.org/2000/library" library:name="Standard" library:readonly="false" library:passwordprotected="false"><library:element library:name="Bench"/></library:library>`,
  )
  const text = macro(folder).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  await writeFile(
    path.join(library, 'Bench.xba'),
    `${kind('script:module')}<script:module xmlns:script="http://openoffice.org/2000/script" script:name="Bench" script:language="StarBasic">${text}</script:module>`,
  )
}

function macro(folder: string): string {
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
  Dim source, target, line, parts, started, answer
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
  Do While Not EOF(source)
    Line Input #source, line
    If Len(line) > 0 Then
      parts = Split(line, Chr(9))
      started = GetSystemTicks()
      For i = 0 To UBound(inputs)
        If Left(parts(i), 1) = "n" Then
          inputs(i).setValue(Val(Mid(parts(i), 2)))
        Else
          inputs(i).setString(Mid(parts(i), 2))
        End If
      Next i
      doc.calculate()
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
