import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { playwrightProgram, root } from './paths.ts'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

function playwrightsOwn() {
  const { chromium } = createRequire(import.meta.url)('@playwright/test') as typeof import('@playwright/test')
  return chromium.executablePath()
}

/** A Chromium on this machine: CHROME_PATH, the usual places, or the one Playwright keeps; null when there is none. */
export function findChromium() {
  const given = process.env['CHROME_PATH']
  if (given) return existsSync(given) ? given : null
  const folders = ['/usr/bin', ...(process.env['PATH'] ?? '').split(delimiter)]
  const installed = folders
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((path) => existsSync(path))
  if (installed) return installed
  const own = playwrightsOwn()
  return existsSync(own) ? own : null
}

const succeeds = (command: string, args: string[]) => {
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync(command, args, { cwd: root, stdio: ['ignore', 'ignore', 'pipe'], env: environment }).status === 0
}

/** Finds Chromium or installs it where that is allowed. Throws one line that says what to do. */
export function ensureChromium(say: (text: string) => void) {
  const found = findChromium()
  if (found) return found
  if (process.env['CHROME_PATH']) throw new Error('CHROME_PATH names a file that does not exist.')
  say('Installing Chromium for the browser tests ...')
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    const apt = () => succeeds('apt-get', ['install', '-y', '--no-install-recommends', 'chromium', 'fonts-liberation'])
    if (!apt() && succeeds('apt-get', ['update'])) apt()
  }
  if (!findChromium()) succeeds(process.execPath, [playwrightProgram, 'install', 'chromium'])
  const installed = findChromium()
  if (installed) return installed
  throw new Error(
    'The browser tests need Chromium: install it (apt-get install chromium) or set CHROME_PATH, then run again.',
  )
}
