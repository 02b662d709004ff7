import type { RuleModule, ruleModules } from '@sheetwright/contract/user-groups/rules.ts'
import type { MessageId } from '../../platform/messages/load-messages.ts'

type RuleNames = { readonly [M in RuleModule]: Readonly<Record<keyof (typeof ruleModules)[M], MessageId>> }

export const moduleNames: Readonly<Record<RuleModule, MessageId>> = {
  Product: 'RuleModule.Product',
  ProductEngine: 'RuleModule.ProductEngine',
  ProductRegressionTest: 'RuleModule.ProductRegressionTest',
  ProductEngineTestCase: 'RuleModule.ProductEngineTestCase',
  ProductEngineLog: 'RuleModule.ProductEngineLog',
  ProductDocument: 'RuleModule.ProductDocument',
  ProductEngineFormBuilder: 'RuleModule.ProductEngineFormBuilder',
  Account: 'RuleModule.Account',
}

export const ruleNames: RuleNames = {
  Product: {
    NoOfProducts: 'Rule.Product.NoOfProducts',
    Clone: 'Rule.Product.Clone',
    StatusChange: 'Rule.Product.StatusChange',
  },
  ProductEngine: {
    NoOfEngine: 'Rule.ProductEngine.NoOfEngine',
    Add: 'Rule.ProductEngine.Add',
    View: 'Rule.ProductEngine.View',
    DownloadSwagger: 'Rule.ProductEngine.DownloadSwagger',
  },
  ProductRegressionTest: { RegressionTest: 'Rule.ProductRegressionTest.RegressionTest' },
  ProductEngineTestCase: { TestCaseGeneration: 'Rule.ProductEngineTestCase.TestCaseGeneration' },
  ProductEngineLog: { AuditFeatures: 'Rule.ProductEngineLog.AuditFeatures' },
  ProductDocument: {
    AddBrochure: 'Rule.ProductDocument.AddBrochure',
    AddDocumentation: 'Rule.ProductDocument.AddDocumentation',
  },
  ProductEngineFormBuilder: { ProductTutorial: 'Rule.ProductEngineFormBuilder.ProductTutorial' },
  Account: { SecondFactor: 'Rule.Account.SecondFactor' },
}
