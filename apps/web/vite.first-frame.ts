import type { Plugin } from 'vite'

const tag = /[ \t]*(<link rel="(?:modulepreload|stylesheet|preload)"[^>]*>)\n?/g
const entry = /[ \t]*<script type="module"[^>]* src="([^"]+)"><\/script>\n?/

/** Runs in the page, so it is written as a text. The timer is for pages in the background, which have no frames. */
const start = (src: string): string =>
  [
    'const begin=()=>{',
    'if(!begin.done){begin.done=1;',
    'const links=[...document.getElementById("files").content.children];',
    'const styles=links.filter((link)=>link.rel==="stylesheet").map((link)=>new Promise((done)=>{link.onload=link.onerror=done}));',
    'document.head.append(...links);',
    `Promise.all(styles).then(()=>import("${src}"))`,
    '}};',
    'requestAnimationFrame(()=>setTimeout(begin));setTimeout(begin,200)',
  ].join('')

/**
 * Lets the browser show the page's first frame before it loads styles and scripts, which would hold that frame back:
 * what the build puts into the head waits in a template, and a script within the page adds it after the frame. The
 * server allows that script by its hash (`http/web.ts`).
 */
export const firstFrame = (): Plugin => ({
  name: 'recado-first-frame',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html) {
      const src = entry.exec(html)?.[1]
      if (!src) throw new Error('index.html has no entry to wait for its first frame')
      const head = html.slice(0, html.indexOf('</head>'))
      const links = [
        `<link rel="modulepreload" crossorigin href="${src}">`,
        ...[...head.matchAll(tag)].map(([, link]) => link),
      ]
      const rest = html.replace(entry, '').replace(tag, '')
      const waiting = `<template id="files">${links.join('')}</template>\n    <script>${start(src)}</script>\n  </body>`
      return rest.replace('</body>', () => waiting)
    },
  },
})
