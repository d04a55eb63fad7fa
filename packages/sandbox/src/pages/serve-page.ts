import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'

const files: Readonly<Record<string, [string, string]>> = {
  '/': ['index.html', 'text/html'],
  '/phone': ['phone.html', 'text/html'],
  '/chatbot': ['chatbot.html', 'text/html'],
  '/mail': ['mail.html', 'text/html'],
  '/signup': ['signup.html', 'text/html'],
  '/signup/sdk.js': ['signup-sdk.js', 'text/javascript'],
  '/assets/signup.js': ['signup.js', 'text/javascript'],
  '/assets/signup.css': ['signup.css', 'text/css'],
  '/assets/common.css': ['common.css', 'text/css'],
  '/assets/phone.css': ['phone.css', 'text/css'],
  '/assets/mail.css': ['mail.css', 'text/css'],
  '/assets/common.js': ['common.js', 'text/javascript'],
  '/assets/index.js': ['index.js', 'text/javascript'],
  '/assets/phone.js': ['phone.js', 'text/javascript'],
  '/assets/phone-bubbles.js': ['phone-bubbles.js', 'text/javascript'],
  '/assets/phone-composer.js': ['phone-composer.js', 'text/javascript'],
  '/assets/phone-dialogs.js': ['phone-dialogs.js', 'text/javascript'],
  '/assets/phone-icons.js': ['phone-icons.js', 'text/javascript'],
  '/assets/phone-samples.js': ['phone-samples.js', 'text/javascript'],
  '/assets/mail.js': ['mail.js', 'text/javascript'],
  '/assets/voice.ogg': ['voice.ogg', 'audio/ogg'],
  '/assets/icon.svg': ['icon.svg', 'image/svg+xml'],
  '/assets/avatar.svg': ['icon.svg', 'image/svg+xml'],
  '/favicon.ico': ['icon.svg', 'image/svg+xml'],
}

const policy =
  "default-src 'self'; img-src 'self' data: blob: https: http:; media-src 'self' blob: https: http:; style-src 'self' 'unsafe-inline'; frame-src 'self' data: blob:"

/** Serves one of the sandbox's own pages; false when the path is none of them. */
export const servePage = async (pathname: string, response: ServerResponse): Promise<boolean> => {
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname
  const file = Object.hasOwn(files, path) ? files[path] : undefined
  if (!file) return false
  const bytes = await readFile(new URL(`../../public/${file[0]}`, import.meta.url))
  response.writeHead(200, {
    'content-type': file[1].startsWith('text/') ? `${file[1]}; charset=utf-8` : file[1],
    'cache-control': 'no-cache',
    'content-security-policy': policy,
  })
  response.end(bytes)
  return true
}
