import { defineComponent, h, nextTick, onMounted, ref, watch } from 'vue'
import { useRoute, withBase, type Theme } from 'vitepress'
import DefaultTheme from 'vitepress/theme'

import Playground from './Playground.vue'
import { addTableFilters } from './table-filter'
import './style.css'

/** Calls that were recorded: the first screen shows what this is about. */
function recording() {
  const alt =
    'A published CLI with one line changed: the same failing call before and after, with --json, and behind a pipe'
  return h('img', { class: 'recording', src: withBase('/terminal.svg'), alt })
}

const INSTALL = 'npm i @surety/adopt'

const InstallLine = defineComponent({
  setup() {
    const isCopied = ref(false)
    const copy = () =>
      navigator.clipboard.writeText(INSTALL).then(
        () => (isCopied.value = true),
        // Where a browser allows no copy, the text can be selected.
        () => {},
      )
    return () =>
      h('p', { class: 'install' }, [
        h('code', INSTALL),
        h('button', { type: 'button', onClick: copy }, isCopied.value ? 'Copied' : 'Copy'),
      ])
  },
})

/** The theme of VitePress, with filters above long tables and the playground as a layout. */
export default {
  extends: DefaultTheme,
  enhanceApp: ({ app }) => void app.component('playground', Playground),
  Layout: defineComponent({
    setup() {
      const route = useRoute()
      const filter = () => void nextTick(addTableFilters)
      onMounted(filter)
      watch(() => route.path, filter)
      return () =>
        h(DefaultTheme.Layout, null, {
          'home-hero-image': recording,
          'home-hero-actions-after': () => h(InstallLine),
        })
    },
  }),
} satisfies Theme
