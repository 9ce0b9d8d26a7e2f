// The page's side of the encoder's test in a real web view: `dump` stands before it.
  let heard = [];
  let planted = 0;
  window.planted = () => { planted++; };

  // What a page function gives back cannot be brought to native: a statement must not try.
  window.bridgeReceive = (...values) => {
    heard.push('bridgeReceive' + values.map((value) => ' ' + dump(value)).join(''));
    return document.body;
  };
  window.App = {
    ask: (...values) => {
      heard.push('App.ask' + values.map((value) => ' ' + dump(value)).join(''));
      return Promise.resolve('answered');
    },
  };
  for (const [target, name] of [[window, 'window'], [document, 'document']]) {
    for (const type of ['native-message', "it's <\/script>\u2028"]) {
      target.addEventListener(type, (event) => {
        heard.push(name + ' ' + units(event.type) + ' ' + dump(event.detail));
      });
    }
  }
  window.addEventListener('message', (event) => heard.push('message ' + dump(event.data)));

  const clean = Object.getOwnPropertyNames(window).concat(['takeHeard']).sort().join();
  window.takeHeard = () => {
    let text = heard.join(' + ');
    if (planted) text += ' PLANTED';
    if (Object.getOwnPropertyNames(window).sort().join() !== clean) text += ' CHANGED';
    if (JSON.parse !== parse || Object.getPrototypeOf({}) !== objectPrototype) text += ' PARSE';
    heard = [];
    planted = 0;
    return text;
  };
})();
