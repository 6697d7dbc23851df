import { defineComponent, h, nextTick, onMounted, watch } from 'vue'
import { useRoute, withBase, type Theme } from 'vitepress'
import DefaultTheme from 'vitepress/theme'

import Playground from './Playground.vue'
import { addTableFilters } from './table-filter'
import './style.css'

/** A run that was recorded: the first screen shows what this is about. */
function recording() {
  const alt = 'A failure that a pipe hid, a tool at a terminal, and the same tool in a pipe'
  return h('img', { class: 'recording', src: withBase('/terminal.svg'), alt })
}

function installLine() {
  return h('p', { class: 'install' }, h('code', 'npm i -D @surety/cli'))
}

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
          'home-hero-actions-after': installLine,
        })
    },
  }),
} satisfies Theme
