import { z } from 'zod'

/** A rule limits a number, allows an action, or requires something of everybody in the group. */
export type RuleKind = 'limit' | 'permission' | 'requirement'

/** Every group rule, by module. A group without a value for a rule is not bound by it. */
export const ruleModules = {
  Product: { NoOfProducts: 'limit', Clone: 'permission', StatusChange: 'permission' },
  ProductEngine: { NoOfEngine: 'limit', Add: 'permission', View: 'permission', DownloadSwagger: 'permission' },
  ProductRegressionTest: { RegressionTest: 'permission' },
  ProductEngineTestCase: { TestCaseGeneration: 'permission' },
  ProductEngineLog: { AuditFeatures: 'permission' },
  ProductDocument: { AddBrochure: 'permission', AddDocumentation: 'permission' },
  ProductEngineFormBuilder: { ProductTutorial: 'permission' },
  Account: { SecondFactor: 'requirement' },
} as const satisfies Record<string, Record<string, RuleKind>>

export type RuleModule = keyof typeof ruleModules

/** The rules of a module of one kind. */
export type RuleOf<M extends RuleModule, K extends RuleKind> = {
  [R in keyof (typeof ruleModules)[M]]: (typeof ruleModules)[M][R] extends K ? R : never
}[keyof (typeof ruleModules)[M]] &
  string

const moduleNames = Object.keys(ruleModules) as [RuleModule, ...RuleModule[]]

const moduleRule = z
  .strictObject({
    moduleName: z.enum(moduleNames),
    rules: z.array(
      z.strictObject({
        ruleName: z.string().max(60),
        ruleValue: z
          .union([z.boolean(), z.int().min(0)])
          .nullable()
          .describe('A number for a limit, true or false for a permission or a requirement; null takes the rule away'),
      }),
    ),
  })
  .check((context) => {
    const known: Readonly<Record<string, RuleKind>> = ruleModules[context.value.moduleName]
    for (const [index, { ruleName, ruleValue }] of context.value.rules.entries()) {
      const kind = known[ruleName]
      const path = ['rules', index]
      if (kind === undefined) {
        const message = `is not one of ${Object.keys(known).join(', ')}`
        context.issues.push({ code: 'custom', input: ruleName, path: [...path, 'ruleName'], message })
      } else if (ruleValue !== null && (typeof ruleValue === 'number') !== (kind === 'limit')) {
        const message = kind === 'limit' ? 'must be a whole number' : 'must be true or false'
        context.issues.push({ code: 'custom', input: ruleValue, path: [...path, 'ruleValue'], message })
      }
    }
  })
  .meta({ id: 'ModuleRule' })

export const moduleRules = z.array(moduleRule).max(moduleNames.length)

export type ModuleRules = z.infer<typeof moduleRules>
