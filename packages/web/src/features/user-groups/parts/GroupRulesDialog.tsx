import { NumberInput, SegmentedControl, Text } from '@mantine/core'
import type { RuleKind } from '@sheetwright/contract/user-groups/rules.ts'
import { useState } from 'react'
import { useText } from '../../../platform/messages/use-text.ts'
import { FormDialog } from '../../../ui/feedback/FormDialog.tsx'
import { toastSuccess } from '../../../ui/feedback/toasts.tsx'
import { useLeaveGuard } from '../../../ui/feedback/use-leave-guard.ts'
import { useSaveRules } from '../mutations.ts'
import type { RuledGroup } from '../queries.ts'
import { allRules, rulesFrom, type RuleValue, valuesOf } from '../rule-values.ts'
import classes from './GroupRulesDialog.module.css'

/** Permissions and limits of the members of a group. */
export function GroupRulesDialog({ group, onClose }: { group: RuledGroup; onClose: () => void }) {
  const text = useText()
  const save = useSaveRules()
  const [initial] = useState(() => valuesOf(group.settings.moduleRules))
  const [values, setValues] = useState(initial)
  const isDirty = JSON.stringify(rulesFrom(values)) !== JSON.stringify(rulesFrom(initial))
  const guard = useLeaveGuard(isDirty && !save.isPending)

  function submit() {
    save.mutate(
      { userGroup: group.userGroup, moduleRules: rulesFrom(values) },
      {
        onSuccess() {
          guard.release()
          toastSuccess(text('Groups.saved', { group: group.userGroup }))
          onClose()
        },
      },
    )
  }

  return (
    <FormDialog
      title={text('Groups.rulesOf', { group: group.userGroup })}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
      submitLabel={text('Dialog.save')}
      submitting={save.isPending}
      failure={save.error}
      guard={guard}
    >
      <Text size="sm" c="dimmed">
        {text('Groups.explanation')}
      </Text>
      {allRules.map(({ module, title, rules }) => (
        <section key={module} aria-label={text(title)}>
          <h3 className={classes.module}>{text(title)}</h3>
          {rules.map(({ name, kind, title: ruleTitle }) => {
            const id = `${module}.${name}`
            const label = text(ruleTitle)
            const change = (value: RuleValue) => setValues({ ...values, [id]: value })
            return (
              <div key={id} className={classes.rule}>
                <span>{label}</span>
                <Rule kind={kind} label={label} value={values[id] ?? null} onChange={change} />
              </div>
            )
          })}
        </section>
      ))}
    </FormDialog>
  )
}

interface RuleProps {
  readonly label: string
  readonly value: RuleValue
  readonly onChange: (value: RuleValue) => void
}

function Rule({ kind, ...rule }: RuleProps & { readonly kind: RuleKind }) {
  if (kind === 'limit') return <Limit {...rule} />
  return kind === 'permission' ? <Permission {...rule} /> : <Requirement {...rule} />
}

/** A rule that a group can require, but not deny. */
function Requirement({ label, value, onChange }: RuleProps) {
  const text = useText()
  return (
    <SegmentedControl
      aria-label={label}
      size="xs"
      data={[
        { value: 'false', label: text('Groups.notSet') },
        { value: 'true', label: text('Groups.required') },
      ]}
      value={String(value === true)}
      onChange={(chosen) => onChange(chosen === 'true' ? true : null)}
    />
  )
}

function Limit({ label, value, onChange }: RuleProps) {
  const text = useText()
  return (
    <NumberInput
      aria-label={label}
      placeholder={text('Groups.unlimited')}
      className={classes.limit ?? ''}
      min={0}
      max={1_000_000}
      allowDecimal={false}
      allowNegative={false}
      value={typeof value === 'number' ? value : ''}
      onChange={(next) => onChange(typeof next === 'number' ? next : null)}
    />
  )
}

function Permission({ label, value, onChange }: RuleProps) {
  const text = useText()
  const choices = [
    { value: 'null', label: text('Groups.notSet') },
    { value: 'true', label: text('Groups.allowed') },
    { value: 'false', label: text('Groups.denied') },
  ]
  return (
    <SegmentedControl
      aria-label={label}
      size="xs"
      data={choices}
      value={String(value)}
      onChange={(chosen) => onChange(chosen === 'null' ? null : chosen === 'true')}
    />
  )
}
