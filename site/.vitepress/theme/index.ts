import { defineComponent, h, nextTick, onMounted, watch } from 'vue'
import { useRoute, type Theme } from 'vitepress'
import DefaultTheme from 'vitepress/theme'

import Playground from './Playground.vue'
import { addTableFilters } from './table-filter'
import './style.css'

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
      return () => h(DefaultTheme.Layout)
    },
  }),
} satisfies Theme
