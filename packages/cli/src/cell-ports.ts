import type { EngineInterface, Port } from '@sheetwright/runtime/engine/ports.ts'
import type { CompilePort } from '@sheetwright/compiler/compile.ts'

/** Every single cell of the interface; a block's cells are named after its heading and row. */
export function cellPorts(ports: EngineInterface): { inputs: CompilePort[]; outputs: CompilePort[] } {
  return { inputs: unique(ports.inputs.flatMap(cellsOf)), outputs: ports.outputs.flatMap(cellsOf) }
}

function cellsOf(port: Port): CompilePort[] {
  const { sheet, range } = port.place
  if (port.shape === 'cell') return [{ name: port.name, sheet, row: range.top, col: range.left }]
  const cells: CompilePort[] = []
  for (let row = range.top + 1; row <= range.bottom; row++) {
    port.columns.forEach(({ heading }, i) => {
      cells.push({ name: `${port.name}.${row - range.top}.${heading}`, sheet, row, col: range.left + i })
    })
  }
  return cells
}

/** Two names of one cell are one input. */
function unique(ports: readonly CompilePort[]): CompilePort[] {
  return [...new Map(ports.map((port) => [`${port.sheet}/${port.row}/${port.col}`, port])).values()]
}
