import { Code, js } from './code.ts'

/** A generated function for the body of a LAMBDA, or a part of one. */
export class LambdaScope {
  /** Its own variables, declared at its start. */
  readonly declared = new Map<string, Code>()
  /** Its free variables: `row`, `col`, and variables of enclosing functions. */
  readonly used = new Map<string, Code>()
  private readonly counter: () => number

  constructor(counter: () => number) {
    this.counter = counter
  }

  declare(name: Code): Code {
    this.declared.set(name.text, name)
    return name
  }

  /** A new variable for a value that is used more than once. */
  temporary(): Code {
    return this.declare(Code.name('t', this.counter()))
  }

  use(name: Code): Code {
    this.used.set(name.text, name)
    return name
  }

  /** Its free variables when these are its parameters. */
  free(params: readonly Code[] = []): Code[] {
    const own = new Set(params.map(({ text }) => text))
    return [...this.used.values()].filter(({ text }) => !own.has(text) && !this.declared.has(text))
  }

  declarations(): Code {
    const names = [...this.declared.values()]
    return names.length === 0 ? js`` : js`let ${names}; `
  }
}
