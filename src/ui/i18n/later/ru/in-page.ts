// Models that run in the page, in Russian.

import type { Words } from '../../catalog.ts';
import type { inPage as english } from '../en/in-page.ts';

export const inPage: Words<typeof english> = {
  'inPage.title': 'В этой странице',
  'inPage.what':
    'Очень маленькая модель работает прямо в этой вкладке: без сервера и ключа, ничего не уходит наружу, сеть не нужна. Это для пробы: она понимает несколько заученных фраз и может прочитать один файл, не больше.',
  'inPage.begin': 'Взять модель в этой странице ({size})',
  'inPage.pick': 'Какую модель брать для новых сеансов?',
  'inPage.offline': 'Без сети',
  'inPage.keep': 'Сделать доступной без сети ({size})',
  'inPage.kept': 'На этом устройстве: работает без сети.',
  'inPage.free': 'Удалить',
  'inPage.free.of': 'Удалить {model} с этого устройства',
  'inPage.missing': 'Загрузится при первом использовании.',
  'inPage.stopped': 'Остановлено; загруженное сохранено, продолжится с того же места.',
  'inPage.nowhere': 'внутри этой вкладки',
};
