#!/usr/bin/perl
# animus.cli.v1 in Perl. The first word is a fault: exit_of_another_code.
use strict;
use warnings;
use JSON::PP;

my ($fault, @words) = @ARGV;
my $json = JSON::PP->new->canonical;
my %exits = (invalid_input => 2, not_found => 3);

sub answer {
    print $json->encode({ schema => 'animus.cli.v1', ok => JSON::PP::true, data => $_[0] }), "\n";
    exit 0;
}

sub failure {
    my ($code, $message) = @_;
    my $exit = $fault eq 'exit_of_another_code' && $code eq 'not_found' ? 1 : $exits{$code};
    my %error = (code => $code, message => $message, exit_code => $exit + 0);
    print STDERR $json->encode({ schema => 'animus.cli.v1', ok => JSON::PP::false, error => \%error }), "\n";
    exit $exit;
}

for (@words) {
    if ($_ eq '--help') { print "usage: animus COMMAND\n\ncommands:\n  list  Lists\n  get   Shows one\n"; exit 0 }
    if ($_ eq '--version') { print "animus 1.2.0\n"; exit 0 }
}
@words = grep { $_ ne '--json' } @words;
my ($odd) = grep { /^-/ } @words;
failure('invalid_input', "unexpected argument '$odd' found") if defined $odd;
my ($command, $id) = (@words, '', '');
answer([{ id => 'TASK-1', title => 'Fix login' }]) if $command eq 'list';
failure('invalid_input', "unrecognized subcommand '$command'") if $command ne 'get';
failure('not_found', "$id does not exist") if $id ne 'TASK-1';
answer({ id => 'TASK-1', title => 'Fix login' });
