import type { FunctionDefinition } from '@sheetwright/runtime/functions/definition.ts'
import type {
  Bound,
  BoundArea,
  BoundCall,
  BoundExternal,
  BoundName,
  BoundUncomputable,
  EndlessArea,
  FormulaTraits,
} from './bound.ts'

/** Collects the facts that are known about a formula without running it; follows names. */
export function traitsOf(tree: Bound): FormulaTraits {
  const collector = new Collector()
  collector.collect(tree)
  return {
    functions: collector.functions,
    mayDiffer: [...collector.mayDiffer],
    endless: collector.endless,
    uncomputable: collector.uncomputable,
    external: collector.external,
    isSubtotal: collector.isSubtotal,
    isVolatile: collector.isVolatile,
  }
}

class Collector {
  readonly functions = new Set<string>()
  readonly mayDiffer = new Set<string>()
  readonly endless: EndlessArea[] = []
  readonly uncomputable: BoundUncomputable[] = []
  readonly external: BoundExternal[] = []
  isSubtotal = false
  isVolatile = false
  private readonly names = new Set<BoundName>()
  /** Trees of names that are still to be walked. */
  private readonly trees: Bound[] = []
  /** What LET gives its variables, in the tree that is being walked. */
  private readonly variables = new Map<number, Bound>()

  /** Walks the tree with an explicit stack: a long sum is as deep as it has terms. Names follow, each tree for itself. */
  collect(tree: Bound): void {
    this.trees.push(tree)
    for (let next = this.trees.pop(); next; next = this.trees.pop()) {
      const pending: Bound[] = [next]
      for (let node = pending.pop(); node; node = pending.pop()) this.visit(node, pending)
    }
  }

  private visit(node: Bound, pending: Bound[]): void {
    switch (node.kind) {
      case 'call':
        this.noteFunction(node.definition)
        if (node.definition.leavesOutBlanks) this.noteAreas(node)
        pending.push(...node.args)
        return
      case 'function':
        this.noteFunction(node.definition)
        return
      case 'apply':
        pending.push(node.callee, ...node.args)
        return
      case 'let':
        for (const [i, slot] of node.slots.entries()) this.variables.set(slot, node.values[i] as Bound)
        pending.push(...node.values, node.body)
        return
      case 'lambda':
        pending.push(node.body)
        return
      case 'negate':
      case 'plus':
      case 'single':
      case 'percent':
      case 'spill':
      case 'group':
        pending.push(node.operand)
        return
      case 'operate':
      case 'range':
      case 'intersection':
      case 'union':
        pending.push(node.left, node.right)
        return
      case 'name':
        if (this.names.has(node.name)) return
        this.names.add(node.name)
        this.trees.push(node.name.formula().tree)
        return
      case 'uncomputable':
        this.uncomputable.push(node)
        return
      case 'external':
        this.external.push(node)
        return
      case 'constant':
      case 'missing':
      case 'cell':
      case 'area':
      case 'fixedArea':
      case 'tableRow':
      case 'variable':
      case 'isOmitted':
        return
    }
  }

  private noteAreas({ definition: { name }, args }: BoundCall): void {
    if ((name === 'TOCOL' || name === 'TOROW') && ignoresBlanks(args[1])) return
    for (const arg of args) {
      const area = this.areaOf(arg)
      if (area) this.endless.push({ function: name, area })
    }
  }

  /** The area that an argument is, as it stands or by way of names and variables. */
  private areaOf(arg: Bound): BoundArea | undefined {
    let node: Bound | undefined = arg
    // Names can lead back to themselves.
    for (let steps = 0; steps < 32; steps++) {
      switch (node?.kind) {
        case 'area':
          return node
        case 'group':
        case 'plus':
          node = node.operand
          break
        case 'name':
          node = node.name.formula().tree
          break
        case 'variable':
          node = this.variables.get(node.slot)
          break
        default:
          return undefined
      }
    }
    return undefined
  }

  private noteFunction({ name, volatile, mayDiffer }: FunctionDefinition): void {
    this.functions.add(name)
    if (mayDiffer) this.mayDiffer.add(name)
    if (volatile) this.isVolatile = true
    if (name === 'SUBTOTAL' || name === 'AGGREGATE') this.isSubtotal = true
  }
}

/** Does this second argument of TOCOL or TOROW leave out the blanks in Excel too? */
function ignoresBlanks(ignore: Bound | undefined): boolean {
  return ignore?.kind === 'constant' && (ignore.value === 1 || ignore.value === 3)
}
