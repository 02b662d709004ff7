import { ActionIcon, Button, FileButton, Menu, Tooltip } from '@mantine/core'
import type { FormLayout } from '@sheetwright/contract/calculators/form-layout.ts'
import type { FormSpec } from '@sheetwright/contract/calculators/form-spec.ts'
import { type LayoutProblem, readLayout } from '@sheetwright/contract/calculators/layout-problems.ts'
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconDots,
  IconDownload,
  IconHistory,
  IconRotate,
  IconUpload,
} from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { useDownloads } from '../../../../platform/downloads/downloads.ts'
import { useText } from '../../../../platform/messages/use-text.ts'
import { Dialog } from '../../../../ui/feedback/Dialog.tsx'
import { problemLine } from '../../builder/problem-names.ts'
import type { useHistory } from '../../builder/use-history.ts'
import { type CalculatorAddress, useFormVersions } from '../../queries.ts'

export interface BuilderActionsProps {
  readonly address: CalculatorAddress
  readonly history: ReturnType<typeof useHistory>
  readonly spec: FormSpec
  readonly own: FormLayout
  readonly isUnsaved: boolean
  readonly isSaving: boolean
  readonly mayPublish: boolean
  readonly onSave: () => void
  readonly onPublish: () => void
  readonly onOpenVersion: (number: number) => void
  readonly onReplace: (layout: FormLayout) => void
}

export function BuilderActions(props: BuilderActionsProps) {
  const { address, history, spec, own, isUnsaved, isSaving, mayPublish, onSave, onPublish, onOpenVersion } = props
  const text = useText()
  const downloads = useDownloads()
  const [opened, setOpened] = useState(false)
  const [problems, setProblems] = useState<readonly LayoutProblem[]>([])
  const versions = useFormVersions(address, opened)
  const resetFile = useRef<() => void>(null)

  function exportForm() {
    const written = JSON.stringify(history.layout, null, 2)
    const blob = new Blob([written], { type: 'application/json' })
    void downloads.save(() => Promise.resolve({ blob, fileName: `${spec.engine.serviceName}.form.json` }), 'form.json')
  }

  async function importForm(file: File | null) {
    resetFile.current?.()
    if (file === null) return
    const given = parsed(await file.text())
    if (given === undefined) return setProblems([{ key: '', problem: 'noJson', value: '' }])
    const { layout, problems: found } = readLayout(given, spec)
    if (found.length > 0) setProblems(found)
    else if (layout !== undefined) props.onReplace(layout)
  }

  return (
    <>
      <Step
        icon={<IconArrowBackUp />}
        label={text('FormBuilder.undo')}
        disabled={!history.canUndo}
        onClick={history.undo}
      />
      <Step
        icon={<IconArrowForwardUp />}
        label={text('FormBuilder.redo')}
        disabled={!history.canRedo}
        onClick={history.redo}
      />
      <Button variant="default" loading={isSaving} disabled={!isUnsaved} onClick={onSave}>
        {text('FormBuilder.save')}
      </Button>
      <Button disabled={!mayPublish} onClick={onPublish}>
        {text('FormBuilder.publish')}
      </Button>
      <FileButton resetRef={resetFile} accept="application/json,.json" onChange={(file) => void importForm(file)}>
        {({ onClick }) => (
          <Menu position="bottom-end" onChange={setOpened}>
            <Menu.Target>
              <ActionIcon variant="default" aria-label={text('FormBuilder.more')}>
                <IconDots />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item leftSection={<IconDownload />} onClick={exportForm}>
                {text('FormBuilder.export')}
              </Menu.Item>
              <Menu.Item leftSection={<IconUpload />} onClick={onClick}>
                {text('FormBuilder.import')}
              </Menu.Item>
              <Menu.Item leftSection={<IconRotate />} onClick={() => props.onReplace(own)}>
                {text('FormBuilder.startOver')}
              </Menu.Item>
              {(versions.data?.items.length ?? 0) > 0 && (
                <>
                  <Menu.Divider />
                  <Menu.Label>{text('FormBuilder.versions')}</Menu.Label>
                  {versions.data?.items.slice(0, 10).map(({ number, note, publishedBy }) => (
                    <Menu.Item key={number} leftSection={<IconHistory />} onClick={() => onOpenVersion(number)}>
                      {text('FormBuilder.openVersion', { number, name: publishedBy, note })}
                    </Menu.Item>
                  ))}
                </>
              )}
            </Menu.Dropdown>
          </Menu>
        )}
      </FileButton>
      <Dialog opened={problems.length > 0} onClose={() => setProblems([])} title={text('FormBuilder.importFailed')}>
        <ul>
          {problems.map((problem) => (
            <li key={`${problem.key} ${problem.problem} ${problem.value}`}>{problemLine(text, problem)}</li>
          ))}
        </ul>
      </Dialog>
    </>
  )
}

/** Parses JSON; undefined for invalid text. */
function parsed(written: string): unknown {
  try {
    return JSON.parse(written)
  } catch {
    return undefined
  }
}

interface StepProps {
  readonly icon: ReactNode
  readonly label: string
  readonly disabled: boolean
  readonly onClick: () => void
}

function Step({ icon, label, disabled, onClick }: StepProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="default" aria-label={label} disabled={disabled} onClick={onClick}>
        {icon}
      </ActionIcon>
    </Tooltip>
  )
}
