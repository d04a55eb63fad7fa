import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'
import manifest from './package.json' with { type: 'json' }
import { contractCalls } from './vite.calls.ts'
import { emojiData } from './vite.emoji.ts'
import { libraryStyles } from './vite.styles.ts'

const server = process.env.API_URL ?? 'http://127.0.0.1:5001'
const base =
  'ActionIcon|Alert|Anchor|Avatar|Badge|Box|Button|Center|CloseButton|Code|Collapse|CopyButton|Divider|FocusTrap|Group|Input|InputBase|' +
  'InputsGroupFieldset|Loader|Menu|Notification|Overlay|Paper|PasswordInput|Popover|Portal|Stack|Text|TextInput|Title|' +
  'Transition|UnstyledButton|VisuallyHidden|ThemeIcon|Tooltip'
const fields = 'NumberInput|FileInput|PinInput|Radio|Grid'
const pills = 'MultiSelect|TagsInput|Pill|PillsInput'
const publicParts = 'logo|language-switcher|text-link|link-button'
const publicIcons = 'AlertTriangle|Brand\\w+|Check|Copy|InfoCircle|Language|MailOpened'
/** A page loads what every page starts with, then what it shares with others: few pieces, as each has its own headers. */
const groups = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 5 },
  {
    name: 'app-base',
    test: /node_modules\/(@tanstack|i18next|react-i18next|i18next-http-backend)[\w-]*\//,
    priority: 5,
  },
  { name: 'start', tags: ['$initial' as const], priority: 4.5 },
  {
    name: 'ui-base',
    test: new RegExp(`node_modules/(@mantine/(core/esm/(core|utils|components/(${base})/)|hooks)|@floating-ui)`),
    priority: 4,
    minShareCount: 2,
  },
  {
    name: 'ui',
    test: new RegExp(
      `node_modules/(@mantine/core/esm/components/(?!${fields}|${pills})|react-remove-scroll|react-style-singleton|use-callback-ref|use-sidecar)`,
    ),
    priority: 3,
    minShareCount: 3,
  },
  // What some pages have and others do not: numbers and codes, values in pills.
  {
    name: 'ui-fields',
    test: new RegExp(`node_modules/(@mantine/core/esm/components/(${fields})/|react-number-format/)`),
    priority: 3,
    minShareCount: 2,
  },
  {
    name: 'ui-pills',
    test: new RegExp(`node_modules/@mantine/core/esm/components/(${pills})/`),
    priority: 3,
    minShareCount: 2,
  },
  {
    name: 'icons',
    test: /node_modules\/@tabler\//,
    priority: 3,
    minShareCount: 2,
  },
  { name: 'schemas', test: /node_modules\/zod\/|contracts\/src\/(endpoint|shared)\.ts$/, priority: 3 },
  { name: 'calls', test: /contracts\/src\/.*\?calls$/, priority: 3, minShareCount: 2 },
  // Of what pages share, that of the public ones apart: the rest needs schemas and most of the library.
  {
    name: 'shared-public',
    test: new RegExp(`web/src/components/(${publicParts})|icons/Icon(${publicIcons})\\.mjs`),
    priority: 4,
  },
  {
    name: 'shared',
    test: /web\/src\/(lib|components)\/(?!data-table|form-drawer|form\.|confirm|timezone|regions|password)/,
    priority: 2,
    minShareCount: 2,
  },
]

export default defineConfig({
  plugins: [
    tanstackRouter({ target: 'react', autoCodeSplitting: true, quoteStyle: 'single', semicolons: false }),
    react(),
    contractCalls(),
    emojiData(),
    libraryStyles(),
  ],
  resolve: { conditions: ['recado-source', ...defaultClientConditions] },
  define: { __APP_VERSION__: JSON.stringify(manifest.version) },
  build: {
    target: 'es2022',
    rolldownOptions: {
      output: {
        codeSplitting: { groups },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    port: 5000,
    proxy: {
      '/api': server,
      '/v1': server,
      '/files': server,
      '/webhooks': server,
      '/live': { target: server, ws: true },
      '/socket.io': { target: server, ws: true },
    },
  },
})
