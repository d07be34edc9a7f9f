/// <reference lib="webworker" />

import { cacheApp } from './app-files.ts';
import type { AppFile } from './file-check.ts';
import { cachePrivateResponses } from './private-responses.ts';
import { sendRenewedSubscription, showPushMessages } from './push.ts';
import { activateOnRequest, freeConnectionsForSubmits } from './request-timeout.ts';
import { drainOnSync, openOnNotificationClick } from './sync.ts';
import { cacheViewedTiles } from './tiles.ts';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: AppFile[] };

// The comments name the events that each call handles. The build inserts the list of files.
cacheApp(self.__WB_MANIFEST); // install, activate, message, fetch of the app's own files and of its pages
cachePrivateResponses(); // fetch of what belongs to an account
freeConnectionsForSubmits(self); // fetch of what a page sends
cacheViewedTiles(); // fetch of map tiles
drainOnSync(); // sync
showPushMessages(); // push
sendRenewedSubscription(); // pushsubscriptionchange
openOnNotificationClick(); // notificationclick
activateOnRequest(self); // message, activate
