extension MPVClient: ConnectedClient {}
