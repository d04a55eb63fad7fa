import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'

const petrol: MantineColorsTuple = [
  '#e6f6f6',
  '#cfebec',
  '#a3dadd',
  '#72c5ca',
  '#4ab3b9',
  '#2ca1a9',
  '#16919a',
  '#0c7d86',
  '#0a6972',
  '#07525a',
]

const clay: MantineColorsTuple = [
  '#fdf1ea',
  '#f9e0d3',
  '#f4c3aa',
  '#f2a07b',
  '#e98456',
  '#dc6d3c',
  '#c65a2b',
  '#ab4a21',
  '#90401f',
  '#6f3118',
]

const sand: MantineColorsTuple = [
  '#faf8f5',
  '#f3f0eb',
  '#e8e4dd',
  '#d9d4cb',
  '#c2bcb1',
  '#a09a8f',
  '#78736a',
  '#5d5951',
  '#403d38',
  '#262421',
]

const night: MantineColorsTuple = [
  '#dcdad6',
  '#b9b6b0',
  '#9b9892',
  '#6a6863',
  '#4a4946',
  '#393937',
  '#2a2b2a',
  '#1f2020',
  '#191a1a',
  '#131414',
]

/** Dims what is behind a window without hiding it. */
const overlayProps = { backgroundOpacity: 0.42 }
const dialogTitle = { fontSize: '1.125rem', fontWeight: 650 }

export const theme = createTheme({
  primaryColor: 'petrol',
  primaryShade: { light: 8, dark: 8 },
  colors: { petrol, clay, gray: sand, dark: night },
  fontFamily: "'Figtree Variable', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
  headings: {
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '1.625rem', lineHeight: '1.25' },
      h2: { fontSize: '1.25rem', lineHeight: '1.3' },
      h3: { fontSize: '1.0625rem', lineHeight: '1.35' },
    },
  },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Paper: { defaultProps: { radius: 'lg' } },
    // Browsers give fieldsets a margin.
    Fieldset: { defaultProps: { m: 0 } },
    Modal: {
      defaultProps: { radius: 'lg', centered: true, padding: 'lg', overlayProps },
      styles: { title: dialogTitle },
    },
    Drawer: { defaultProps: { position: 'right', padding: 'lg', overlayProps }, styles: { title: dialogTitle } },
    // Theirs are header elements, which outside of an article are banners of the page to screen readers.
    ModalHeader: { defaultProps: { role: 'none' } },
    DrawerHeader: { defaultProps: { role: 'none' } },
    // A menu that opens puts the keyboard on its first item, not on a nameless element before it.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Tooltip: { defaultProps: { withArrow: true, openDelay: 300 } },
    Badge: { defaultProps: { tt: 'none', fw: 600 } },
    // Browsers and password managers fill in what they are asked to, and leave names of templates and labels alone.
    TextInput: { defaultProps: { autoComplete: 'off' } },
    Textarea: { defaultProps: { autoComplete: 'off' } },
    // A list that is open but not visible would handle the first Escape of a dialog.
    TagsInput: { defaultProps: { openOnFocus: false } },
    NumberInput: { defaultProps: { autoComplete: 'off' } },
    PasswordInput: { defaultProps: { autoComplete: 'off' } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
  },
})

/** Colors that Mantine's defaults leave under the AA contrast, and the surfaces of the shell. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: { '--menu-width': '250px', '--bar-height': '56px' },
  light: {
    '--mantine-color-body': '#ffffff',
    '--mantine-color-dimmed': 'var(--mantine-color-gray-7)',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-6)',
    '--mantine-color-error': '#c02a2a',
    '--mantine-color-red-light-color': '#c02a2a',
    '--mantine-color-red-outline': '#c02a2a',
    '--mantine-color-green-light-color': '#237a36',
    '--surface-page': 'var(--mantine-color-gray-0)',
    '--surface-card': '#ffffff',
    '--surface-hover': 'var(--mantine-color-gray-1)',
    '--line': 'var(--mantine-color-gray-2)',
    '--accent-text': 'var(--mantine-color-petrol-8)',
    '--accent-soft': 'var(--mantine-color-petrol-0)',
    '--good-text': '#237a36',
  },
  dark: {
    '--mantine-color-body': 'var(--mantine-color-dark-7)',
    '--mantine-color-dimmed': 'var(--mantine-color-dark-1)',
    '--mantine-color-placeholder': 'var(--mantine-color-dark-2)',
    '--mantine-color-error': '#ff8a8a',
    '--surface-page': 'var(--mantine-color-dark-9)',
    '--surface-card': 'var(--mantine-color-dark-7)',
    '--surface-hover': 'var(--mantine-color-dark-6)',
    '--line': 'var(--mantine-color-dark-5)',
    '--menu-item-hover': 'var(--mantine-color-dark-5)',
    '--accent-text': 'var(--mantine-color-petrol-3)',
    '--good-text': '#8ce99a',
    '--accent-soft': 'color-mix(in srgb, var(--mantine-color-petrol-8) 28%, transparent)',
    '--mantine-color-petrol-light': 'color-mix(in srgb, var(--mantine-color-petrol-6) 26%, transparent)',
    '--mantine-color-petrol-light-hover': 'color-mix(in srgb, var(--mantine-color-petrol-6) 34%, transparent)',
    '--mantine-color-petrol-light-color': 'var(--mantine-color-petrol-2)',
    '--mantine-color-clay-light': 'color-mix(in srgb, var(--mantine-color-clay-5) 24%, transparent)',
    '--mantine-color-clay-light-color': 'var(--mantine-color-clay-2)',
  },
})
