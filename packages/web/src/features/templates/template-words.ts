import type { Starter, Template } from '@sheetwright/contract/templates/template.ts'
import type { MessageId } from '../../platform/messages/load-messages.ts'
import type { Text } from '../../platform/messages/use-text.ts'

type Named = Pick<Template, 'templateName' | 'description' | 'starter'>

const starterWords: Readonly<Record<Starter, { readonly name: MessageId; readonly about: MessageId }>> = {
  motor: { name: 'Template.starter.motor', about: 'Template.starter.motor.about' },
  household: { name: 'Template.starter.household', about: 'Template.starter.household.about' },
  termLife: { name: 'Template.starter.termLife', about: 'Template.starter.termLife.about' },
  annuity: { name: 'Template.starter.annuity', about: 'Template.starter.annuity.about' },
  groupHealth: { name: 'Template.starter.groupHealth', about: 'Template.starter.groupHealth.about' },
  mortgage: { name: 'Template.starter.mortgage', about: 'Template.starter.mortgage.about' },
  loan: { name: 'Template.starter.loan', about: 'Template.starter.loan.about' },
  cashFlow: { name: 'Template.starter.cashFlow', about: 'Template.starter.cashFlow.about' },
}

/** A starter template has a name in every language, until it is renamed. */
export function templateName(text: Text, { templateName: name, starter }: Named): string {
  return starter === null ? name : text(starterWords[starter].name)
}

export function templateDescription(text: Text, { description, starter }: Named): string {
  return starter === null ? description : text(starterWords[starter].about)
}
