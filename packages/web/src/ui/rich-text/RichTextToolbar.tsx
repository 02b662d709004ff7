import { ActionIcon, Button, NativeSelect, Popover, Stack, TextInput, Tooltip } from '@mantine/core'
import {
  type RichTextAlignment,
  richTextAlignments,
  richTextClass,
  type RichTextColour,
  richTextColours,
  type RichTextFont,
  richTextFonts,
  richTextSizes,
} from '@sheetwright/contract/products/rich-text.ts'
import {
  IconAlignCenter,
  IconAlignJustified,
  IconAlignLeft,
  IconAlignRight,
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBold,
  IconBlockquote,
  IconClearFormatting,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
  IconPalette,
  IconStrikethrough,
  type TablerIcon,
  IconUnderline,
} from '@tabler/icons-react'
import type { Editor } from '@tiptap/react'
import { useState } from 'react'
import type { MessageId } from '../../platform/messages/load-messages.ts'
import { useText } from '../../platform/messages/use-text.ts'
import { isWebAddress } from './web-address.ts'
import type { TextLook } from './rich-text-format.ts'
import classes from './RichTextEditor.module.css'

const fontNames: Readonly<Record<RichTextFont, string>> = {
  arial: 'Arial',
  calibri: 'Calibri',
  cambria: 'Cambria',
  'comic-sans': 'Comic Sans',
  'courier-new': 'Courier New',
  garamond: 'Garamond',
  georgia: 'Georgia',
  helvetica: 'Helvetica',
  impact: 'Impact',
  palatino: 'Palatino',
  tahoma: 'Tahoma',
  'times-new-roman': 'Times New Roman',
  trebuchet: 'Trebuchet',
  verdana: 'Verdana',
}

const colourNames: Readonly<Record<RichTextColour, MessageId>> = {
  black: 'Colour.black',
  charcoal: 'Colour.charcoal',
  grey: 'Colour.grey',
  silver: 'Colour.silver',
  maroon: 'Colour.maroon',
  red: 'Colour.red',
  coral: 'Colour.coral',
  orange: 'Colour.orange',
  amber: 'Colour.amber',
  gold: 'Colour.gold',
  olive: 'Colour.olive',
  lime: 'Colour.lime',
  green: 'Colour.green',
  forest: 'Colour.forest',
  teal: 'Colour.teal',
  cyan: 'Colour.cyan',
  sky: 'Colour.sky',
  blue: 'Colour.blue',
  navy: 'Colour.navy',
  indigo: 'Colour.indigo',
  violet: 'Colour.violet',
  purple: 'Colour.purple',
  magenta: 'Colour.magenta',
  pink: 'Colour.pink',
  brown: 'Colour.brown',
}

const alignmentLooks: Readonly<Record<RichTextAlignment, { icon: TablerIcon; label: MessageId }>> = {
  left: { icon: IconAlignLeft, label: 'Summary.left' },
  center: { icon: IconAlignCenter, label: 'Summary.center' },
  right: { icon: IconAlignRight, label: 'Summary.right' },
  justify: { icon: IconAlignJustified, label: 'Summary.justify' },
}

const levels = [1, 2, 3] as const

export function RichTextToolbar({ editor }: { editor: Editor }) {
  const text = useText()
  const look = { size: null, font: null, colour: null, ...editor.getAttributes('textLook') } as TextLook

  /** Text in the default look needs no mark. */
  function change(part: Partial<TextLook>) {
    const next = { ...look, ...part }
    const plain = Object.values(next).every((value) => value === null)
    const chain = editor.chain().focus()
    if (plain) chain.unsetMark('textLook').run()
    else chain.setMark('textLook', next).run()
  }

  function align(alignment: RichTextAlignment) {
    const chosen = { align: alignment === 'left' ? null : alignment }
    editor.chain().focus().updateAttributes('paragraph', chosen).updateAttributes('heading', chosen).run()
  }

  const level = levels.find((each) => editor.isActive('heading', { level: each }))
  return (
    <div className={classes.toolbar} role="toolbar" aria-label={text('Summary.toolbar')}>
      <NativeSelect
        size="xs"
        className={classes.choice ?? ''}
        aria-label={text('Summary.style')}
        value={String(level ?? 0)}
        data={[
          { value: '0', label: text('Summary.paragraph') },
          ...levels.map((each) => ({ value: String(each), label: text('Summary.heading', { level: each }) })),
        ]}
        onChange={(event) => {
          const chosen = levels.find((each) => String(each) === event.currentTarget.value)
          const chain = editor.chain().focus()
          if (chosen === undefined) chain.setParagraph().run()
          else chain.setHeading({ level: chosen }).run()
        }}
      />
      <NativeSelect
        size="xs"
        className={classes.choice ?? ''}
        aria-label={text('Summary.font')}
        value={look.font ?? ''}
        data={[
          { value: '', label: text('Summary.fontDefault') },
          ...richTextFonts.map((font) => ({ value: font, label: fontNames[font] })),
        ]}
        onChange={(event) => change({ font: richTextFonts.find((font) => font === event.currentTarget.value) ?? null })}
      />
      <NativeSelect
        size="xs"
        className={classes.small ?? ''}
        aria-label={text('Summary.size')}
        value={String(look.size ?? '')}
        data={[{ value: '', label: text('Summary.sizeDefault') }, ...richTextSizes.map(String)]}
        onChange={(event) =>
          change({ size: richTextSizes.find((size) => String(size) === event.currentTarget.value) ?? null })
        }
      />
      <ColourChoice colour={look.colour} onChange={(colour) => change({ colour })} />
      <span className={classes.rule} />
      <Toggle
        icon={IconBold}
        label="Summary.bold"
        on={editor.isActive('bold')}
        act={(run) => run.toggleBold()}
        editor={editor}
      />
      <Toggle
        icon={IconItalic}
        label="Summary.italic"
        on={editor.isActive('italic')}
        act={(run) => run.toggleItalic()}
        editor={editor}
      />
      <Toggle
        icon={IconUnderline}
        label="Summary.underline"
        on={editor.isActive('underline')}
        act={(run) => run.toggleUnderline()}
        editor={editor}
      />
      <Toggle
        icon={IconStrikethrough}
        label="Summary.strike"
        on={editor.isActive('strike')}
        act={(run) => run.toggleStrike()}
        editor={editor}
      />
      <span className={classes.rule} />
      {richTextAlignments.map((alignment) => (
        <Sign
          key={alignment}
          icon={alignmentLooks[alignment].icon}
          label={alignmentLooks[alignment].label}
          on={alignment === 'left' ? isLeft(editor) : editor.isActive({ align: alignment })}
          onClick={() => align(alignment)}
        />
      ))}
      <span className={classes.rule} />
      <Toggle
        icon={IconList}
        label="Summary.bullets"
        on={editor.isActive('bulletList')}
        act={(run) => run.toggleBulletList()}
        editor={editor}
      />
      <Toggle
        icon={IconListNumbers}
        label="Summary.numbers"
        on={editor.isActive('orderedList')}
        act={(run) => run.toggleOrderedList()}
        editor={editor}
      />
      <Toggle
        icon={IconBlockquote}
        label="Summary.quote"
        on={editor.isActive('blockquote')}
        act={(run) => run.toggleBlockquote()}
        editor={editor}
      />
      <LinkChoice editor={editor} />
      <span className={classes.rule} />
      <Sign
        icon={IconClearFormatting}
        label="Summary.clear"
        onClick={() => editor.chain().focus().unsetAllMarks().clearNodes().run()}
      />
      <Sign
        icon={IconArrowBackUp}
        label="Summary.undo"
        disabled={!editor.can().undo()}
        onClick={() => editor.chain().focus().undo().run()}
      />
      <Sign
        icon={IconArrowForwardUp}
        label="Summary.redo"
        disabled={!editor.can().redo()}
        onClick={() => editor.chain().focus().redo().run()}
      />
    </div>
  )
}

function isLeft(editor: Editor): boolean {
  return richTextAlignments.every((alignment) => alignment === 'left' || !editor.isActive({ align: alignment }))
}

interface SignProps {
  readonly icon: TablerIcon
  readonly label: MessageId
  readonly on?: boolean
  readonly disabled?: boolean
  readonly onClick: () => void
}

function Sign({ icon: Icon, label, on, disabled = false, onClick }: SignProps) {
  const text = useText()
  return (
    <Tooltip label={text(label)}>
      <ActionIcon
        size="sm"
        variant={on === true ? 'light' : 'subtle'}
        color={on === true ? 'petrol' : 'gray'}
        aria-label={text(label)}
        aria-pressed={on}
        disabled={disabled}
        onClick={onClick}
      >
        <Icon />
      </ActionIcon>
    </Tooltip>
  )
}

interface ToggleProps {
  readonly icon: TablerIcon
  readonly label: MessageId
  readonly on: boolean
  readonly editor: Editor
  readonly act: (run: ReturnType<Editor['chain']>) => ReturnType<Editor['chain']>
}

function Toggle({ icon, label, on, editor, act }: ToggleProps) {
  return <Sign icon={icon} label={label} on={on} onClick={() => act(editor.chain().focus()).run()} />
}

function ColourChoice(props: { colour: RichTextColour | null; onChange: (colour: RichTextColour | null) => void }) {
  const text = useText()
  const [opened, setOpened] = useState(false)
  function choose(colour: RichTextColour | null) {
    setOpened(false)
    props.onChange(colour)
  }
  return (
    <Popover opened={opened} onChange={setOpened} trapFocus position="bottom-start">
      <Popover.Target>
        <Tooltip label={text('Summary.colour')}>
          <ActionIcon size="sm" aria-label={text('Summary.colour')} onClick={() => setOpened(!opened)}>
            <IconPalette className={props.colour === null ? undefined : richTextClass.colour(props.colour)} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="sm">
          <div className={classes.colours}>
            {richTextColours.map((colour) => (
              <button
                key={colour}
                type="button"
                className={`${classes.swatch ?? ''} ${richTextClass.colour(colour)}`}
                aria-label={text(colourNames[colour])}
                aria-pressed={colour === props.colour}
                title={text(colourNames[colour])}
                onClick={() => choose(colour)}
              />
            ))}
          </div>
          <Button variant="default" size="xs" onClick={() => choose(null)}>
            {text('Summary.colourDefault')}
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

function LinkChoice({ editor }: { editor: Editor }) {
  const text = useText()
  const [address, setAddress] = useState<string>()
  const [wrong, setWrong] = useState(false)
  const active = editor.isActive('link')

  function close() {
    setAddress(undefined)
    setWrong(false)
  }

  function set() {
    if (address === undefined) return
    if (!isWebAddress(address.trim())) return setWrong(true)
    editor.chain().focus().extendMarkRange('link').setLink({ href: address.trim() }).run()
    close()
  }

  return (
    <Popover opened={address !== undefined} onChange={(opened) => !opened && close()} trapFocus position="bottom-start">
      <Popover.Target>
        <Tooltip label={text('Summary.link')}>
          <ActionIcon
            size="sm"
            variant={active ? 'light' : 'subtle'}
            color={active ? 'petrol' : 'gray'}
            aria-label={text('Summary.link')}
            aria-pressed={active}
            onClick={() => setAddress((editor.getAttributes('link')['href'] as string | undefined) ?? 'https://')}
          >
            <IconLink />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="sm">
          <TextInput
            label={text('Summary.linkAddress')}
            value={address ?? ''}
            error={wrong ? text('Summary.linkRule') : undefined}
            data-autofocus
            onChange={(event) => setAddress(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              set()
            }}
          />
          <Button size="xs" onClick={set}>
            {text('Summary.linkSet')}
          </Button>
          {active && (
            <Button
              size="xs"
              variant="default"
              onClick={() => {
                editor.chain().focus().extendMarkRange('link').unsetLink().run()
                close()
              }}
            >
              {text('Summary.linkRemove')}
            </Button>
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
