import { Code, js } from './code.ts'

/** A function that the body of a LAMBDA, or a part of one, is written as. */
export class LambdaScope {
  /** Variables of its own, declared where it begins. */
  readonly declared = new Map<string, Code>()
  /** What it takes from around it: `row`, `col`, variables of functions that it stands in. */
  readonly used = new Map<string, Code>()
  private readonly counter: () => number

  constructor(counter: () => number) {
    this.counter = counter
  }

  declare(name: Code): Code {
    this.declared.set(name.text, name)
    return name
  }

  /** A new variable for a value that is looked at more than once. */
  temporary(): Code {
    return this.declare(Code.name('t', this.counter()))
  }

  use(name: Code): Code {
    this.used.set(name.text, name)
    return name
  }

  /** What comes from outside when these are its parameters. */
  free(params: readonly Code[] = []): Code[] {
    const own = new Set(params.map(({ text }) => text))
    return [...this.used.values()].filter(({ text }) => !own.has(text) && !this.declared.has(text))
  }

  declarations(): Code {
    const names = [...this.declared.values()]
    return names.length === 0 ? js`` : js`let ${names}; `
  }
}
