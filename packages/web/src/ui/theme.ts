import type { RichTextColour, RichTextFont } from '@sheetwright/contract/products/rich-text.ts'
import { createTheme, type ConvertCSSVariablesInput, type MantineColorsTuple } from '@mantine/core'
import { markHiddenColumns } from './table/mark-hidden-columns.ts'

/** Every colour, size, shadow and duration of the product. None is defined elsewhere. */

function rem(pixels: number): string {
  return `${pixels / 16}rem`
}

const petrol: MantineColorsTuple = [
  '#eef7f8',
  '#d8edf0',
  '#aedbe0',
  '#7fc6ce',
  '#52aeb9',
  '#2b93a0',
  '#147a88',
  '#0c6270',
  '#094e5a',
  '#073a44',
]

const slate: MantineColorsTuple = [
  '#f7f8f9',
  '#f0f2f3',
  '#e3e6e9',
  '#ccd2d7',
  '#a8b1b9',
  '#7d8891',
  '#5a656f',
  '#414b54',
  '#2b333a',
  '#1a2026',
]

const red: MantineColorsTuple = [
  '#fdeceb',
  '#fbdad8',
  '#f6b5b1',
  '#f2918a',
  '#e66b63',
  '#d54a41',
  '#c4372e',
  '#b3261e',
  '#911d17',
  '#6f1511',
]

const night: MantineColorsTuple = [
  '#e6e9ec',
  '#c3c9cf',
  '#9ba4ad',
  '#6f7a84',
  '#3b434b',
  '#2a3138',
  '#1f252b',
  '#171c21',
  '#111519',
  '#0c0f12',
]

const sans = 'system-ui, -apple-system, "Segoe UI", sans-serif'
const latin = `"Inter Variable", ${sans}`
const japanese = `"Noto Sans JP Variable", "Inter Variable", "Hiragino Sans", "Yu Gothic", ${sans}`
const mono = '"JetBrains Mono Variable", ui-monospace, "SFMono-Regular", Menlo, Consolas, monospace'

const shadow = {
  light: '0 1px 2px rgb(16 24 32 / 6%), 0 8px 24px rgb(16 24 32 / 10%)',
  dark: '0 1px 2px rgb(0 0 0 / 40%), 0 8px 28px rgb(0 0 0 / 50%)',
}

/** Sizes that scripts need as numbers, in pixels. */
export const measures = {
  headerHeight: 86,
  sideMenuWidth: 208,
  drawerWidth: 360,
  jobsWidth: 360,
  jobsHeight: 345,
  modalScrollHeight: 500,
  confirmWidth: 700,
  tabWidth: 130,
  tabScrollHeight: 728,
  visibleTabs: 5,
  rowHeight: 36,
  denseRowHeight: 28,
  toastTop: 50,
  ringSize: 20,
  ringThickness: 3,
  ganttLabelWidth: 240,
  chartHeight: 280,
  /** Lines with more points have no dots. */
  chartDots: 40,
  chartGap: 12,
  chartMargin: { top: 8, right: 16, bottom: 20, left: 8 },
} as const

/** Widths of dialogs, relative to the window. */
export const modalSizes = { small: '40vw', default: '50vw', large: '70vw', xlarge: '90vw' } as const

/** Colours of rich text, each readable on the surfaces of both schemes. */
export const richTextColours: Readonly<Record<RichTextColour, { readonly light: string; readonly dark: string }>> = {
  black: { light: '#141414', dark: '#f0f0f0' },
  charcoal: { light: '#3a424a', dark: '#c7cdd3' },
  grey: { light: '#60666c', dark: '#aeb2b7' },
  silver: { light: '#666b70', dark: '#abafb3' },
  maroon: { light: '#6c1313', dark: '#f1aeae' },
  red: { light: '#bb1b1b', dark: '#eb7272' },
  coral: { light: '#ba4521', dark: '#e68e73' },
  orange: { light: '#b34d05', dark: '#eeb287' },
  amber: { light: '#9a5e04', dark: '#f0cd97' },
  gold: { light: '#836607', dark: '#f2e0a5' },
  olive: { light: '#6c6c13', dark: '#f1f1ae' },
  lime: { light: '#4d7515', dark: '#d1f0a7' },
  green: { light: '#1f7a36', dark: '#a3e8b4' },
  forest: { light: '#145d38', dark: '#baf0d5' },
  teal: { light: '#0d7770', dark: '#a8f3ee' },
  cyan: { light: '#0b7484', dark: '#a1e7f2' },
  sky: { light: '#0e6eaa', dark: '#87c6ee' },
  blue: { light: '#175dcf', dark: '#689ae9' },
  navy: { light: '#12327d', dark: '#a1b9f2' },
  indigo: { light: '#3e37be', dark: '#908cde' },
  violet: { light: '#6731c4', dark: '#a685e0' },
  purple: { light: '#812bab', dark: '#bf7edf' },
  magenta: { light: '#a82492', dark: '#e481d4' },
  pink: { light: '#bf2263', dark: '#e670a1' },
  brown: { light: '#6f432a', dark: '#dfbfac' },
}

/** Colours of the series of a chart. Each has its own lightness, so that they stay distinct in greyscale. */
export const chartColours: readonly { readonly light: string; readonly dark: string }[] = [
  { light: '#0a4e58', dark: '#29c1d6' },
  { light: '#bd690a', dark: '#f4d1aa' },
  { light: '#481d66', dark: '#a976cd' },
  { light: '#1f7c3e', dark: '#7fd59c' },
  { light: '#a82445', dark: '#db849a' },
  { light: '#6091d7', dark: '#e4ebf6' },
]

interface SeriesLook {
  readonly colour: string
  /** Lines also have different dashes. */
  readonly dash: string
}

/** The looks of the series of a chart, in order. */
export const chartSeriesLooks: readonly [SeriesLook, ...SeriesLook[]] = [
  { colour: 'var(--sw-chart-1)', dash: '0' },
  { colour: 'var(--sw-chart-2)', dash: '7 3' },
  { colour: 'var(--sw-chart-3)', dash: '2 3' },
  { colour: 'var(--sw-chart-4)', dash: '10 3 2 3' },
  { colour: 'var(--sw-chart-5)', dash: '14 4' },
  { colour: 'var(--sw-chart-6)', dash: '4 4' },
]

/** Fonts of rich text, with their fallbacks. */
export const richTextFonts: Readonly<Record<RichTextFont, string>> = {
  arial: 'Arial, Helvetica, sans-serif',
  calibri: 'Calibri, Carlito, sans-serif',
  cambria: 'Cambria, Caladea, serif',
  'comic-sans': '"Comic Sans MS", "Comic Neue", cursive',
  'courier-new': '"Courier New", Courier, monospace',
  garamond: 'Garamond, "EB Garamond", serif',
  georgia: 'Georgia, serif',
  helvetica: 'Helvetica, Arial, sans-serif',
  impact: 'Impact, "Arial Narrow", sans-serif',
  palatino: '"Palatino Linotype", Palatino, serif',
  tahoma: 'Tahoma, Verdana, sans-serif',
  'times-new-roman': '"Times New Roman", Times, serif',
  trebuchet: '"Trebuchet MS", sans-serif',
  verdana: 'Verdana, Geneva, sans-serif',
}

export const tokenVariables: ConvertCSSVariablesInput = {
  variables: {
    '--sw-font-latin': latin,
    '--sw-font-japanese': japanese,
    '--sw-line-latin': '1.45',
    '--sw-line-japanese': '1.65',
    '--sw-header-height': rem(measures.headerHeight),
    '--sw-header-top': rem(50),
    '--sw-header-trail': rem(36),
    '--sw-side-menu-width': rem(measures.sideMenuWidth),
    '--sw-drawer-width': rem(measures.drawerWidth),
    '--sw-jobs-width': rem(measures.jobsWidth),
    '--sw-jobs-height': rem(measures.jobsHeight),
    '--sw-modal-scroll': rem(measures.modalScrollHeight),
    '--sw-tab-width': rem(measures.tabWidth),
    '--sw-tab-scroll': rem(measures.tabScrollHeight),
    '--sw-row': rem(measures.rowHeight),
    '--sw-row-dense': rem(measures.denseRowHeight),
    '--sw-control': rem(32),
    '--sw-control-small': rem(28),
    '--sw-page-width': rem(1320),
    '--sw-read-width': rem(720),
    '--sw-field-width': rem(280),
    '--sw-field-narrow': rem(200),
    '--sw-form-width': rem(400),
    '--sw-card-width': rem(280),
    '--sw-card-height': rem(176),
    // Height of what a page shows above and below a list that fills the window.
    '--sw-around-list': rem(220),
    '--sw-cover-aspect': '3',
    '--sw-label-width': rem(136),
    '--sw-skeleton-line': rem(10),
    '--sw-skeleton-title': rem(20),
    '--sw-skeleton-block': rem(240),
    '--sw-grid-height': rem(360),
    '--sw-preview-height': rem(560),
    '--sw-paper': '#ffffff',
    '--sw-avatar': rem(30),
    '--sw-1': rem(4),
    '--sw-2': rem(8),
    '--sw-3': rem(12),
    '--sw-4': rem(16),
    '--sw-5': rem(20),
    '--sw-6': rem(24),
    '--sw-8': rem(32),
    '--sw-12': rem(48),
    '--sw-16': rem(64),
    '--sw-icon': rem(16),
    '--sw-icon-large': rem(20),
    '--sw-icon-hero': rem(32),
    '--sw-toast-top': rem(measures.toastTop),
    '--sw-hairline': '1px',
    // A sheet is white in both schemes: its colours are the author's.
    '--sw-paper-ink': '#141a1f',
    '--sw-paper-dim': '#4b555e',
    '--sw-paper-head': slate[1],
    '--sw-paper-chosen': petrol[1],
    '--sw-paper-line': '#e1e4e7',
    '--sw-paper-edge': slate[3],
    '--sw-mark-input': '#1257b8',
    '--sw-mark-output': '#17663a',
    '--sw-mark-finding': '#a34a00',
    '--sw-focus-width': '2px',
    '--sw-quick': '120ms',
    '--sw-slow': '180ms',
  },
  light: {
    '--mantine-color-body': '#ffffff',
    '--mantine-color-text': slate[9],
    '--mantine-color-dimmed': slate[6],
    '--mantine-color-placeholder': '#6c7781',
    '--mantine-color-default': '#ffffff',
    '--mantine-color-default-hover': slate[1],
    '--mantine-color-default-color': slate[9],
    '--mantine-color-default-border': '#bcc4cb',
    '--mantine-color-anchor': petrol[7],
    '--mantine-color-error': '#b3261e',
    '--mantine-color-yellow-light': '#fdf1dc',
    '--mantine-color-yellow-light-color': '#8a4b00',
    '--sw-surface': '#ffffff',
    '--sw-sunken': slate[0],
    '--sw-hover': slate[1],
    '--sw-pressed': slate[2],
    '--sw-selected': petrol[0],
    '--sw-border': slate[2],
    '--sw-border-strong': slate[3],
    '--sw-text': slate[9],
    '--sw-text-dim': slate[6],
    '--sw-accent': petrol[7],
    '--sw-accent-soft': petrol[1],
    '--sw-focus': petrol[6],
    '--sw-pass': '#17663a',
    '--sw-pass-soft': '#e6f4ea',
    '--sw-attention': '#8a4b00',
    '--sw-attention-soft': '#fdf1dc',
    '--sw-star': '#b26a00',
    '--sw-fail': '#b3261e',
    '--sw-fail-soft': '#fdeceb',
    '--sw-overlay': 'rgb(16 24 32 / 36%)',
    '--sw-shadow': shadow.light,
    '--mantine-shadow-xs': shadow.light,
    '--mantine-shadow-sm': shadow.light,
    '--mantine-shadow-md': shadow.light,
    '--mantine-shadow-lg': shadow.light,
    '--mantine-shadow-xl': shadow.light,
  },
  dark: {
    '--mantine-color-body': night[8],
    '--mantine-color-text': night[0],
    '--mantine-color-dimmed': night[2],
    '--mantine-color-placeholder': '#8b959f',
    '--mantine-color-default': night[7],
    '--mantine-color-default-hover': night[6],
    '--mantine-color-default-color': night[0],
    '--mantine-color-default-border': night[4],
    '--mantine-color-anchor': petrol[3],
    '--mantine-color-error': '#f2918a',
    '--mantine-color-yellow-light': '#38290f',
    '--mantine-color-yellow-light-color': '#f0b866',
    '--sw-surface': night[7],
    '--sw-sunken': night[8],
    '--sw-hover': night[6],
    '--sw-pressed': night[5],
    '--sw-selected': '#12292e',
    '--sw-border': night[5],
    '--sw-border-strong': night[4],
    '--sw-text': night[0],
    '--sw-text-dim': night[2],
    '--sw-accent': petrol[3],
    '--sw-accent-soft': '#12343a',
    '--sw-focus': petrol[4],
    '--sw-pass': '#7cd19a',
    '--sw-pass-soft': '#14301f',
    '--sw-attention': '#f0b866',
    '--sw-attention-soft': '#38290f',
    '--sw-star': '#f0b866',
    '--sw-fail': '#f2918a',
    '--sw-fail-soft': '#3b1a18',
    '--sw-overlay': 'rgb(0 0 0 / 56%)',
    '--sw-shadow': shadow.dark,
    '--mantine-shadow-xs': shadow.dark,
    '--mantine-shadow-sm': shadow.dark,
    '--mantine-shadow-md': shadow.dark,
    '--mantine-shadow-lg': shadow.dark,
    '--mantine-shadow-xl': shadow.dark,
  },
}

const quick = { duration: 120 }
/** Pages scroll inside their frame; the library's lock would insert a style element, which the policy refuses. */
const overlaid = { lockScroll: false, transitionProps: { duration: 160 } }

export const theme = createTheme({
  primaryColor: 'petrol',
  primaryShade: { light: 7, dark: 6 },
  colors: { petrol, red, gray: slate, dark: night },
  white: '#ffffff',
  black: slate[9],
  fontFamily: latin,
  fontFamilyMonospace: mono,
  fontSizes: { xs: rem(12), sm: rem(13), md: rem(14), lg: rem(16), xl: rem(20) },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.45', lg: '1.45', xl: '1.35' },
  spacing: { xs: rem(4), sm: rem(8), md: rem(12), lg: rem(16), xl: rem(24) },
  radius: { xs: rem(3), sm: rem(4), md: rem(6), lg: rem(8), xl: rem(12) },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  headings: {
    fontFamily: latin,
    fontWeight: '600',
    sizes: {
      h1: { fontSize: rem(20), lineHeight: '1.4' },
      h2: { fontSize: rem(16), lineHeight: '1.4' },
      h3: { fontSize: rem(14), lineHeight: '1.4' },
    },
  },
  components: {
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    Button: { defaultProps: { size: 'sm' } },
    Drawer: { defaultProps: overlaid },
    // Only an element with a role may have an accessible name.
    Loader: { defaultProps: { role: 'status' } },
    Menu: { defaultProps: { shadow: 'md', transitionProps: quick, withInitialFocusPlaceholder: false } },
    Modal: { defaultProps: { ...overlaid, centered: true } },
    TableScrollContainer: { defaultProps: { scrollAreaProps: { viewportRef: markHiddenColumns } } },
    Popover: { defaultProps: { shadow: 'md', transitionProps: quick } },
    Spotlight: { defaultProps: overlaid },
    SpotlightRoot: { defaultProps: overlaid },
    Tooltip: { defaultProps: { openDelay: 300, transitionProps: quick, withArrow: false } },
  },
})
