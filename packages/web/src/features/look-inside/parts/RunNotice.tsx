import { Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { Link, useSearch } from '@tanstack/react-router'
import { useText } from '../../../platform/messages/use-text.ts'
import { textOf } from '../../../ui/input-text.ts'
import type { RunState } from '../shown-run.ts'
import classes from './RunNotice.module.css'

/** Says which run the values are from, and links back to the defaults. */
export function RunNotice({ state }: { readonly state: RunState }) {
  const text = useText()
  const search: Readonly<Record<string, string | undefined>> = useSearch({ strict: false })
  if (state.kind !== 'call' && state.kind !== 'inputs') {
    return <p className={classes.notice}>{text('Run.defaults')}</p>
  }
  const inputs = Object.entries(state.run.inputs).slice(0, 6)
  return (
    <div className={classes.notice}>
      <span>{text(state.kind === 'call' ? 'Run.call' : 'Run.inputs')}</span>
      {inputs.map(([name, value]) => (
        <span key={name} className={`mono ${classes.input}`}>
          {name} = {textOf(value)}
        </span>
      ))}
      <Button
        size="compact-xs"
        variant="default"
        leftSection={<IconArrowBackUp />}
        renderRoot={(props) => (
          <Link {...props} to="." search={{ ...search, call: undefined, record: undefined }} hash="" />
        )}
      >
        {text('Run.showDefaults')}
      </Button>
    </div>
  )
}
