import { Button, FileButton, Text } from '@mantine/core'
import { IconFileSpreadsheet, IconUpload } from '@tabler/icons-react'
import { useText } from '../../../platform/messages/use-text.ts'
import { useFileDrop } from '../../../ui/file-drop.ts'
import { FileName } from '../../../ui/FileName.tsx'
import { useSizes } from '../../../ui/use-sizes.ts'
import { workbookExtensions } from '../workbook-file.ts'
import classes from './DropWorkbook.module.css'

export interface DropWorkbookProps {
  readonly file: File | undefined
  readonly problem: string | undefined
  readonly onChoose: (file: File) => void
}

/** Drop zone and file chooser for a workbook. */
export function DropWorkbook({ file, problem, onChoose }: DropWorkbookProps) {
  const text = useText()
  const sizes = useSizes()
  const drop = useFileDrop(onChoose)
  return (
    <div>
      {/* Dropping is optional: the button inside does the same. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div
        className={classes.zone}
        data-over={drop.over || undefined}
        data-problem={problem !== undefined || undefined}
        {...drop.handlers}
      >
        <span className={classes.icon}>
          <IconFileSpreadsheet className="large" />
        </span>
        {file === undefined ? (
          <Text fw={500}>{text('EngineUpload.drop')}</Text>
        ) : (
          <Text fw={500}>
            <FileName name={file.name} /> <span className={classes.size}>{sizes.bytes(file.size)}</span>
          </Text>
        )}
        <FileButton
          accept={workbookExtensions.join(',')}
          onChange={(chosen) => chosen !== null && onChoose(chosen)}
          inputProps={{ 'aria-label': text('EngineUpload.choose') }}
        >
          {(props) => (
            <Button variant="default" leftSection={<IconUpload />} {...props}>
              {text(file === undefined ? 'EngineUpload.choose' : 'EngineUpload.chooseOther')}
            </Button>
          )}
        </FileButton>
        <Text size="xs" c="dimmed">
          {text('EngineUpload.rule', { kinds: workbookExtensions.join(' ') })}
        </Text>
      </div>
      {problem !== undefined && (
        <Text size="sm" c="var(--sw-fail)" mt="xs" role="alert">
          {problem}
        </Text>
      )}
    </div>
  )
}
