import { Alert, Button, Group, NumberInput, SegmentedControl, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { errorText } from '../../../platform/messages/error-text.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { Dialog } from '../../../ui/feedback/Dialog.tsx'
import { toastSuccess } from '../../../ui/feedback/toasts.tsx'
import { useLeaveGuard } from '../../../ui/feedback/use-leave-guard.ts'
import { useSaveRules } from '../mutations.ts'
import type { RuledGroup } from '../queries.ts'
import { allRules, rulesFrom, type RuleValue, valuesOf } from '../rule-values.ts'
import classes from './GroupRulesDialog.module.css'

/** What the members of a group may do and how much of it. */
export function GroupRulesDialog({ group, onClose }: { group: RuledGroup; onClose: () => void }) {
  const text = useText()
  const save = useSaveRules()
  const [initial] = useState(() => valuesOf(group.settings.moduleRules))
  const [values, setValues] = useState(initial)
  const isDirty = JSON.stringify(rulesFrom(values)) !== JSON.stringify(rulesFrom(initial))
  const guard = useLeaveGuard(isDirty && !save.isPending)

  async function close() {
    if (await guard.mayLeave()) onClose()
  }

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
    <Dialog
      opened
      onClose={() => void close()}
      title={text('Groups.rulesOf', { group: group.userGroup })}
      closeOnClickOutside={!isDirty}
      footer={
        <Group justify="flex-end">
          <Button variant="default" onClick={() => void close()}>
            {text('Dialog.cancel')}
          </Button>
          <Button onClick={submit} loading={save.isPending}>
            {text('Dialog.save')}
          </Button>
        </Group>
      }
    >
      <Stack gap="lg">
        {save.isError && (
          <Alert color="red" icon={<IconAlertTriangle />} role="alert">
            {errorText(text, save.error)}
          </Alert>
        )}
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
                  {kind === 'limit' ? (
                    <Limit label={label} value={values[id] ?? null} onChange={change} />
                  ) : (
                    <Permission label={label} value={values[id] ?? null} onChange={change} />
                  )}
                </div>
              )
            })}
          </section>
        ))}
      </Stack>
    </Dialog>
  )
}

interface RuleProps {
  readonly label: string
  readonly value: RuleValue
  readonly onChange: (value: RuleValue) => void
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
